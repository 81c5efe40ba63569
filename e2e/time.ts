import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** From now on time passes in the page only when it is let pass, however busy the machine is. */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Lets time pass, step by step, until the page shows what is expected. */
export async function passUntil<T>(page: Page, read: () => Promise<T>, expected: T, step = 20): Promise<void> {
  const look = async () => {
    await page.clock.runFor(step);
    return read();
  };
  await expect.poll(look).toEqual(expected);
}
