import type { JSHandle, Page } from 'playwright-core';
import { expect } from 'vitest';

import { site } from './browser.ts';

/** Files in someone's hand, over a page that knows who that is: only who may upload can drop. */
export async function holdFiles(page: Page, files: Record<string, string>): Promise<JSHandle<DataTransfer>> {
  await page.getByTestId('user').filter({ hasText: /\S/ }).waitFor();
  return page.evaluateHandle((given) => {
    const held = new DataTransfer();
    for (const [name, text] of Object.entries(given)) held.items.add(new File([text], name));
    return held;
  }, files);
}

/** Files that someone holds over the page and lets go. */
export async function dropFiles(page: Page, files: Record<string, string>): Promise<void> {
  const transfer = await holdFiles(page, files);
  for (const event of ['dragenter', 'dragover', 'drop'] as const)
    await page.dispatchEvent('main', event, { dataTransfer: transfer });
}

/** Presses the one button of the upload page as soon as it can be pressed; without a dashboard, unless one is wished for. */
export async function load(page: Page, { hasBoard = false } = {}): Promise<void> {
  const button = page.getByRole('button', { name: 'Load', exact: true }).and(page.locator(':not(.ant-btn-loading)'));
  await expect.poll(() => button.isEnabled()).toBe(true);
  const board = page.getByRole('checkbox', { name: 'Make a dashboard of it' });
  if (await board.isVisible()) await board.setChecked(hasBoard);
  await button.click();
}

/** Drops a file on the list of applications, loads it as proposed and waits for its dataset. */
export async function loadFile(page: Page, name: string, text: string): Promise<void> {
  await page.goto(`${site}/application`);
  await page.locator('h1').waitFor();
  await dropFiles(page, { [name]: text });
  await load(page);
  await page.waitForURL(/\/datasets\//);
  await page.getByRole('link', { name: 'Rows', exact: true }).waitFor();
}

/** The values of the rows that a dataset's page shows, by row. */
export async function readRows(page: Page): Promise<string[][]> {
  await page.locator('table[aria-busy=false]').waitFor();
  return page
    .locator('table[aria-busy] tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
}

/** Opens a part of an application or dataset by its tab. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
}
