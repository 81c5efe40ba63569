import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { createMember } from './accounts.ts';
import { readStorage, site, useBrowser } from './browser.ts';

const { enter, open, ownerToken } = useBrowser();

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Records the background colour of every frame from the first one on. */
async function watchBackground(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const colours = new Set<string>();
    Object.assign(window, { seenColours: colours });
    const sample = () => {
      if (document.body) colours.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
  });
  return () => page.evaluate(() => [...(window as unknown as { seenColours: Set<string> }).seenColours]);
}

test('the theme follows the system, also while the page is open', async () => {
  const page = await open('/auth/signin', { theme: 'dark' });
  expect(await themeOf(page)).toBe('dark');
  const dark = await backgroundOf(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => themeOf(page)).toBe('light');
  expect(await backgroundOf(page)).not.toBe(dark);
  expect(await readStorage(page)).toEqual({});
});

test('a theme set in the preferences overrides the system and is applied without a flash', async () => {
  const { token } = await createMember(site);
  const context = await enter({ token, theme: 'light' });
  const page = await context.newPage();
  const readBackgrounds = await watchBackground(page);
  await page.goto(`${site}/account/preferences`);
  await page.getByText('深色', { exact: true }).click();
  await expect.poll(() => themeOf(page)).toBe('dark');
  const dark = await backgroundOf(page);
  const button = page.getByTestId('bell');
  expect(await button.evaluate((each) => getComputedStyle(each).color)).not.toMatch(/^rgb\((\d|[1-9]\d),/);

  await page.reload();
  await page.locator('h1').waitFor();
  expect(await themeOf(page)).toBe('dark');
  // A style sheet that has not arrived leaves the page blank and transparent, not white.
  expect((await readBackgrounds()).filter((colour) => colour !== 'rgba(0, 0, 0, 0)')).toEqual([dark]);

  await page.getByText('跟随系统', { exact: true }).click();
  await expect.poll(() => themeOf(page)).toBe('light');
});

test('the theme can be set from the palette, and signing out returns to the system theme', async () => {
  const { token } = await createMember(site);
  const page = await open('/dashboard', { token });
  await page.locator('h1').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('深色');
  await page.keyboard.press('Enter');
  await expect.poll(() => themeOf(page)).toBe('dark');
  expect((await readStorage(page))['web.theme']).toBe('dark');
});

test('people who prefer reduced motion get none', async () => {
  const page = await open('/dashboard', { token: await ownerToken() });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.locator('h1').waitFor();
  await page.getByTestId('search').click();
  const dialog = page.locator('.ant-modal');
  await dialog.waitFor();
  const duration = await dialog.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration));
  expect(duration).toBeLessThan(0.001);
});
