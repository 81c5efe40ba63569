import { expect, test } from 'vitest';

import { useBrowser } from './browser.ts';
import { dropFiles } from './files.ts';

const { open, ownerToken } = useBrowser();

test('the first rows show while a file is still being sent, and the whole file replaces them in place', async () => {
  const page = await open('/application', { token: await ownerToken(), locale: 'en-US' });
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/uploads/*/content', async (route) => {
    await isReleased;
    await route.continue();
  });
  // The codes of the first megabyte are numbers; all of them are not.
  const rows = Array.from({ length: 90_000 }, (_, n) => `${n},杭州 ${n % 50},${n < 80_000 ? n : `A${n}`}`);
  await page.locator('h1').waitFor();
  await dropFiles(page, { 'orders.csv': `id,city,code\n${rows.join('\n')}\n` });

  const preview = page.getByRole('region', { name: 'First rows, while the file is still being sent' });
  await preview.getByText('杭州 7').first().waitFor();
  const type = page.getByRole('combobox', { name: 'Type of column code' });
  expect(await type.inputValue()).toBe('integer');
  expect(await type.isDisabled()).toBe(true);
  await page.getByText('You can import once the whole file has been read.').waitFor();
  expect(await page.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
  const before = await preview.boundingBox();

  release();
  const whole = page.getByRole('region', { name: 'First rows', exact: true });
  await whole.waitFor();
  expect(await type.inputValue()).toBe('text');
  expect(await type.isEnabled()).toBe(true);
  expect(await whole.boundingBox()).toMatchObject({ x: before!.x, y: before!.y });
  await expect.poll(() => page.getByRole('button', { name: 'Import' }).isEnabled()).toBe(true);
});
