import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { createMember, createOwner } from './accounts.ts';
import { expectPath, site, useBrowser } from './browser.ts';
import { createDataset, createFileDrag, dropFiles, load, openTab, readRows } from './files.ts';
import { startProduct } from './product.ts';
import { sampleFiles } from '#server/testing/sample-files.ts';

const { open, ownerToken } = useBrowser();
const salesRows: [string, string, number][] = [
  ['2026-01-01', 'Hangzhou', 10],
  ['2026-01-02', 'Köln', 20],
  ['2026-01-03', 'Bremen', 30],
];

const validRows = Array.from({ length: 40 }, (_, index) => `a${index},${index}`).join('\n');

const english = async () => ({ token: await ownerToken(), locale: 'en-US' });
const openDataset = async (file: string, text: string) =>
  open(await createDataset(await ownerToken(), file, text), await english());

test('in an empty installation, dropping a file on home and importing it is enough to see its rows', async () => {
  const product = await startProduct();
  try {
    const page = await open('/index', { at: product.url, token: await createOwner(product.url), locale: 'en-US' });
    await page.getByRole('button', { name: /Upload a file/ }).waitFor();
    await dropFiles(page, { 'sales.csv': 'day,city,amount\n2026-01-31,杭州,"1,234.5"\n2026-02-01,Köln,12\n' });
    await load(page);
    await page.waitForURL(/\/datasets\//);
    expect(await readRows(page)).toEqual([
      ['2026-01-31', '杭州', '1,234.5'],
      ['2026-02-01', 'Köln', '12'],
    ]);
    await page.goto(`${product.url}/index`);
    await page.getByRole('link', { name: /sales/ }).waitFor();
    await page.context().close();
  } finally {
    await product.stop();
  }
});

test('the first file becomes a dashboard by dropping and importing it', async () => {
  const product = await startProduct();
  try {
    const page = await open('/index', { at: product.url, token: await createOwner(product.url), locale: 'en-US' });
    await page.getByRole('button', { name: /Upload a file/ }).waitFor();
    await dropFiles(page, { 'orders.csv': sampleFiles.orders(Date.now(), 500) });
    const board = page.getByRole('checkbox', { name: 'Create a dashboard' });
    await expect.poll(() => board.isChecked()).toBe(true);
    await load(page, { createsDashboard: true });
    await page.waitForURL(/\/dashboard\/[\w-]+$/);
    await page.getByRole('heading', { name: 'orders' }).waitFor();
    await page.context().close();
  } finally {
    await product.stop();
  }
});

test('dragging a file over the page shows a drop hint', async () => {
  const page = await open('/application', await english());
  await page.locator('h1').waitFor();
  const transfer = await createFileDrag(page, { 'a.csv': 'a' });
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await page.getByText('Drop to upload').waitFor();
  await page.dispatchEvent('main', 'dragleave', { dataTransfer: transfer });
  await page.getByText('Drop to upload').waitFor({ state: 'detached' });
});

test('a file dropped on a page that accepts none does not make the browser leave the page', async () => {
  for (const path of ['/account/profile', '/dashboard/alerts', '/help']) {
    const page = await open(path, await english());
    const dataTransfer = await createFileDrag(page, { 'a.csv': 'a' });
    await page.evaluate(() => {
      window.addEventListener('drop', (event) => {
        document.documentElement.dataset['drop'] = event.defaultPrevented ? 'kept' : 'left';
      });
    });
    // The result is not kept in the title, which a page may still set. The drop is repeated, because a page may still
    // replace its main part.
    const drop = async () => {
      for (const event of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', event, { dataTransfer });
      return page.locator('html').getAttribute('data-drop');
    };
    await expect.poll(drop).toBe('kept');
    expect(await page.getByText('Drop to upload').count()).toBe(0);
    await expectPath(page, path);
  }
});

test('names, types and columns can be changed before loading, and cells that do not fit are marked', async () => {
  const page = await open('/application', await english());
  await page.locator('h1').waitFor();
  await dropFiles(page, { 'changed.csv': 'Code,Amount,Note\n001,12,x\n002,many,y\n003,13,z\n004,14,z\n005,15,z\n' });
  await page.getByRole('textbox', { name: 'Name of column Amount' }).fill('Price');
  await page.getByRole('combobox', { name: 'Type of column Amount' }).selectOption('number');
  await expect.poll(() => page.locator('[data-doubtful=true]').allTextContents()).toEqual(['many']);
  await page.getByRole('checkbox', { name: 'Import Note' }).uncheck();
  await load(page);
  await page.waitForURL(/\/datasets\//);
  expect((await readRows(page)).map(([code]) => code)).toEqual(['001', '003', '004', '005']);
  expect(await page.locator('th button').allTextContents()).toEqual(['Code', 'Price']);
});

test('the reading options can be changed before loading, and the preview follows at once', async () => {
  const page = await open('/application/upload', await english());
  const lines = ['Ort;Betrag;Tag', 'Köln;1,5;01/02/2026', 'Düren;2,5;03/02/2026', 'Fürth;12,25;11/02/2026'];
  const buffer = Buffer.from(`${lines.join('\n')}\n`, 'latin1');
  await page.getByTestId('files').first().setInputFiles({ name: 'orte.csv', mimeType: 'text/csv', buffer });
  const cell = (text: string) => page.getByRole('cell', { name: text, exact: true });
  const choice = (name: string) => page.getByRole('combobox', { name });
  await cell('Köln').waitFor();
  if (!(await choice('Encoding').isVisible())) await page.getByText('Import options').click();
  await choice('Encoding').selectOption('windows-1251');
  await cell('Kцln').waitFor();
  await choice('Encoding').selectOption('windows-1252');
  await cell('Köln').waitFor();
  await choice('Delimiter').selectOption('Comma');
  await cell('Düren;2').waitFor();
  await choice('Delimiter').selectOption('Semicolon');
  await choice('Header row').selectOption('No header');
  await cell('Ort').waitFor();
  await page.getByRole('button', { name: 'Reset to automatic' }).click();
  await cell('Ort').waitFor({ state: 'detached' });
  await choice('Dates like 01/02/2026').selectOption('Month first');
  await cell('01/02/2026 → 2026-01-02').waitFor();
  await choice('Dates like 01/02/2026').selectOption('Day first');
  await cell('01/02/2026 → 2026-02-01').waitFor();
  await cell('1,5 → 1.5').waitFor();
  await load(page);
  await page.waitForURL(/\/datasets\//);
  expect(await readRows(page)).toEqual([
    ['Köln', '1.5', '2026-02-01'],
    ['Düren', '2.5', '2026-02-03'],
    ['Fürth', '12.25', '2026-02-11'],
  ]);
});

test('a workbook with a title above its header and totals below gives its tables, and only the selected ones are loaded', async () => {
  const page = await open('/application/upload', await english());
  const buffer = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: 'Sales',
          rows: [['Report of 2026'], [], ['day', 'city', 'amount'], ...salesRows, ['Total', null, 60]],
        },
        { name: 'Notes', rows: [['key'], ['a']] },
      ],
    }),
  );
  await page.getByTestId('files').first().setInputFiles({ name: 'book.xlsx', mimeType: 'application/zip', buffer });
  await page.getByText('Skipped lines above the header: Report of 2026').waitFor();
  await page.getByRole('checkbox', { name: 'Import Notes' }).uncheck();
  await load(page);
  await page.waitForURL(/\/datasets\//);
  expect(await readRows(page)).toEqual(salesRows.map((row) => row.map(String)));
});

test('a later file goes into the dataset whose page it is dropped on, with its columns matched', async () => {
  const page = await openDataset('towns.csv', 'city,people\nHangzhou,12\nKöln,1\nBremen,2\n');
  await dropFiles(page, { 'more.csv': 'people,cty,founded\n3,Bremen,787\n12,Hangzhou,222\n' });
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await row('cty').getByText('Similar name and values').waitFor();
  await row('people').getByText('Same name, moved').waitFor();
  await row('founded').getByText('New', { exact: true }).waitFor();
  await load(page);
  await page.waitForURL(/\/datasets\//);
  await expect.poll(async () => (await readRows(page)).length).toBe(5);
  expect((await readRows(page)).map((cells) => cells.slice(0, 2))).toContainEqual(['Bremen', '3']);
  await expect.poll(() => page.locator('th button').allTextContents()).toEqual(['city', 'people', 'founded']);
});

test('rejected rows can be corrected and are then loaded', async () => {
  const page = await openDataset('prices.csv', `name,price\n${validRows}\nbad,twelve\n`);
  await openTab(page, 'Rejected rows');
  await page.getByText('“twelve” isn’t a number').or(page.getByText('“twelve” isn’t a whole number')).waitFor();
  await page.getByRole('textbox', { name: 'price, line 42' }).first().fill('12');
  await page.getByRole('button', { name: 'Import corrected rows' }).click();
  await page.getByText('No rejected rows').first().waitFor();
  await openTab(page, 'Versions');
  await page.getByText('Imported corrected rows').waitFor();
});

test('a correction that still does not fit stays as typed, and the counts say how many rows are left', async () => {
  const page = await openDataset(
    'still.csv',
    `name,price\n${`${validRows}\n`.repeat(5)}bad,twelve\nworse,dozen\nworst,many\n`,
  );
  await openTab(page, 'Rejected rows');
  await page.getByRole('textbox', { name: 'price, line 202' }).first().fill('12');
  await page.getByRole('textbox', { name: 'price, line 203' }).first().fill('a dozen');
  // The event of the loaded row reaches the page before the response does.
  await page.route('**/rejects/load', async (route) => {
    const response = await route.fetch();
    await page.getByRole('heading', { name: 'Rejected rows: 2' }).waitFor();
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Import corrected rows' }).click();
  await page.getByText('Rows imported: 1. Still rejected: 2, of which 1 don’t match after correction').waitFor();
  expect(await page.getByRole('textbox', { name: 'price, line 203' }).first().inputValue()).toBe('a dozen');
  await page.getByText('“a dozen” isn’t a').waitFor();
});

test('a remembered correction is announced before and after loading, and can be forgotten', async () => {
  const page = await openDataset('recalled.csv', `name,price\n${validRows}\nbad,twelve\n`);
  const address = page.url();
  await openTab(page, 'Rejected rows');
  await page.getByRole('textbox', { name: 'price, line 42' }).first().fill('12');
  expect(await page.getByRole('checkbox', { name: 'Remember these corrections' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Import corrected rows' }).click();
  await page.getByRole('heading', { name: 'Remembered corrections' }).waitFor();
  await dropFiles(page, { 'next.csv': `name,price\n${validRows}\nagain,twelve\n`.replaceAll('a0,0\n', 'a,twelve\n') });
  await page.getByRole('note').getByText('price: “twelve” becomes 12 (remembered)').waitFor();
  expect(await page.locator('[data-doubtful=true]').count()).toBe(0);
  await load(page);
  await page.getByText('cells corrected automatically: 2').waitFor();
  await page.goto(address);
  await openTab(page, 'Rejected rows');
  await page.getByRole('button', { name: 'Forget the correction for “twelve”' }).click();
  await page.getByRole('heading', { name: 'Remembered corrections' }).waitFor({ state: 'detached' });
});

test('a correction is not remembered when the box is unchecked', async () => {
  const page = await openDataset('once.csv', `name,price\n${validRows}\nbad,twelve\n`);
  await openTab(page, 'Rejected rows');
  await page.getByRole('checkbox', { name: 'Remember these corrections' }).uncheck();
  await page.getByRole('textbox', { name: 'price, line 42' }).first().fill('12');
  await page.getByRole('button', { name: 'Import corrected rows' }).click();
  await page.getByText('No rejected rows').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Remembered corrections' }).count()).toBe(0);
});

test('a cancelled import says so and links to the applications', async () => {
  const gone = '/application/upload?import=00000000-0000-4000-8000-000000000000';
  const page = await open(gone, { ...(await english()), expectsNoise: true });
  await page.getByRole('heading', { level: 1, name: 'Import canceled' }).waitFor();
  await page.getByRole('link', { name: 'Go to applications' }).click();
  await expectPath(page, '/application');
});

test('a file that cannot be read says why and leaves nothing behind', async () => {
  const page = await open('/application', await english());
  await page.locator('h1').waitFor();
  await dropFiles(page, { 'nothing.csv': '' });
  await page.getByRole('alert').getByText('The file is empty').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expectPath(page, '/application/upload');
  await page.getByText('Which file do you want to import?').waitFor();
});

test('a viewer sees no controls that change data', async () => {
  const address = await createDataset(await ownerToken(), 'looked-at.csv', 'a,b\n1,2\n');
  const { token } = await createMember(site);
  const page = await open(address, { token, locale: 'en-US' });
  expect(await readRows(page)).toEqual([['1', '2']]);
  for (const name of ['Upload more', 'Restore', 'Edit', 'Move to trash'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.goto(`${site}${address.replace(/\/datasets.*/, '')}`);
  await page.getByRole('link', { name: 'Imports' }).waitFor();
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
  for (const path of ['/application/upload', '/application/trash']) {
    await page.goto(`${site}${path}`);
    await page.getByText('Your role doesn’t allow this').waitFor();
    expect(await page.getByTestId('files').count()).toBe(0);
  }
});
