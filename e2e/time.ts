import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Pauses the page's clock: time passes only through `passUntil`, however busy the machine is. */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Advances the clock step by step until the page shows the expected value. */
export async function passUntil<T>(page: Page, read: () => Promise<T>, expected: T, step = 20): Promise<void> {
  const advance = async () => {
    await page.clock.runFor(step);
    return read();
  };
  await expect.poll(advance).toEqual(expected);
}
