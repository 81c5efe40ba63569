import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { scripts } from '#server/testing/scripts.ts';
import { createMember, createOwner } from './accounts.ts';
import { useBrowser, type Visit } from './browser.ts';
import { dropFiles, load } from './files.ts';
import { type RunningProduct, startProduct } from './product.ts';

const { open } = useBrowser();
let product: RunningProduct;
let token: string;

beforeAll(async () => {
  product = await startProduct();
  token = await createOwner(product.url);
});
afterAll(() => product?.stop());

const visit = (rest: Visit = {}): Visit => ({ at: product.url, token, locale: 'en-US', ...rest });
const tiles = (page: Page) => page.getByRole('list', { name: 'Dashboards' }).getByRole('heading').allTextContents();
const tile = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const make = (title: string) =>
  createDashboard(createClient(product.url), token, dashboardOf(title, [textCard('a', title)]));

async function choose(page: Page, title: string, item: string): Promise<void> {
  await tile(page, title)
    .getByRole('button', { name: `Actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('the empty list explains how to create a dashboard, and creates one', async () => {
  const page = await open('/dashboard', visit());
  await page.getByRole('heading', { name: 'No dashboards yet' }).waitFor();
  for (const option of ['Upload a file', 'Push an event', 'Try the sample']) {
    await page.getByRole('button', { name: new RegExp(option) }).waitFor();
  }
  await page.getByRole('button', { name: 'New dashboard' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('radio').count()).toBe(6);
  // Without data only the blank template is available.
  await expect.poll(() => dialog.getByRole('radio', { name: /Blank/ }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/dashboard\/[\w-]{36}\?mode=edit/);
  await page.goBack();
  await expect.poll(() => tiles(page)).toEqual(['Untitled dashboard']);
  await choose(page, 'Untitled dashboard', 'Rename');
  await page.getByRole('textbox', { name: 'English' }).fill('Sales');
  await page.getByRole('textbox', { name: '简体中文' }).fill('销售');
  await page.keyboard.press('Enter');
  await expect.poll(() => tiles(page)).toEqual(['Sales']);
  await choose(page, 'Sales', 'Duplicate');
  await expect.poll(() => tiles(page)).toEqual(['Sales (copy)', 'Sales']);
});

test('a file dropped on the dashboard list becomes a dashboard, and the palette finds it in either language', async () => {
  const page = await open('/dashboard', visit());
  await page.getByRole('link', { name: 'Sales', exact: true }).waitFor();
  await dropFiles(page, { 'stock.csv': 'item,count\nbolt,1\nnut,2\nbolt,4\n' });
  const checkbox = page.getByRole('checkbox', { name: 'Create a dashboard' });
  await expect.poll(() => checkbox.isChecked()).toBe(true);
  await load(page, { createsDashboard: true });
  await page.waitForURL(/\/dashboard\/[\w-]{36}$/);
  await page.getByRole('heading', { name: 'stock', level: 1 }).waitFor();
  for (const [searchText, title] of [
    ['销售', 'Sales'],
    ['STOCK', 'stock'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search dashboards/).fill(searchText);
    await page.getByRole('option', { name: title }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
});

test('the filters of the list are in the URL', async () => {
  await make('Costs 9');
  await make('Costs 10');
  const page = await open('/dashboard', visit());
  await tile(page, 'Costs 9').getByRole('button', { name: 'Favorite: Costs 9' }).click();
  await page.getByRole('link', { name: /Favorites/ }).click();
  await expect.poll(() => tiles(page)).toEqual(['Costs 9']);
  await page.goBack();
  await page.getByRole('searchbox', { name: 'Search by title or owner' }).fill('costs');
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Name');
  await expect.poll(() => tiles(page)).toEqual(['Costs 9', 'Costs 10']);
  expect(new URL(page.url()).search).toBe('?q=costs&sort=name');
  await page.reload();
  await expect.poll(() => tiles(page)).toEqual(['Costs 9', 'Costs 10']);
  const [script] = scripts;
  await make(script!);
  await page.getByRole('searchbox').fill(script!);
  await expect.poll(() => tiles(page)).toEqual([script]);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'No results for “nothing like it”' }).waitFor();
});

test('pinned dashboards stay on top in the order of pinning, in other tabs too', async () => {
  for (const title of ['Pin A', 'Pin B', 'Pin C']) await make(title);
  const page = await open('/dashboard?q=pin+', visit());
  const other = await open('/dashboard?q=pin+&sort=name', visit());
  await expect.poll(() => tiles(other)).toEqual(['Pin A', 'Pin B', 'Pin C']);
  await expect.poll(() => tiles(page)).toEqual(['Pin C', 'Pin B', 'Pin A']);
  const pin = (title: string, tab = page) => tile(tab, title).getByRole('button', { name: `Pin to top: ${title}` });
  await pin('Pin B').click();
  await expect.poll(() => tiles(page)).toEqual(['Pin B', 'Pin C', 'Pin A']);
  await pin('Pin A').click();
  await expect.poll(() => tiles(page)).toEqual(['Pin B', 'Pin A', 'Pin C']);
  await expect.poll(() => tiles(other)).toEqual(['Pin B', 'Pin A', 'Pin C']);
  expect(await pin('Pin B', other).getAttribute('aria-pressed')).toBe('true');
  await pin('Pin B', other).click();
  await expect.poll(() => tiles(page)).toEqual(['Pin A', 'Pin C', 'Pin B']);
});

test('a trashed dashboard can be restored at once or later, or deleted for good', async () => {
  await make('Thrown');
  const page = await open('/dashboard?q=thrown', visit());
  await choose(page, 'Thrown', 'Move to trash');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => tiles(page)).toEqual(['Thrown']);
  await choose(page, 'Thrown', 'Move to trash');
  await page.getByRole('link', { name: 'Trash' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Thrown' });
  await row.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { name: 'Trash is empty' }).waitFor();
  await page.getByRole('link', { name: 'Control panel' }).first().click();
  await choose(page, 'Thrown', 'Move to trash');
  await page.getByRole('link', { name: 'Trash' }).click();
  await row.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('heading', { name: 'Trash is empty' }).waitFor();
});

test('a viewer sees the list on a phone, opens a tile by keyboard, and can change nothing', async () => {
  const { id } = await make('Looked at');
  const { token: viewer } = await createMember(product.url);
  const page = await open('/dashboard?q=looked', visit({ token: viewer, width: 390 }));
  await page.getByRole('link', { name: 'Looked at' }).waitFor();
  expect(await page.getByRole('button', { name: 'New dashboard' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Actions for/ }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('combobox', { name: 'Sort' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/dashboard/${id}`);
});
