import { expect, test } from 'vitest';

import { site, useBrowser } from './browser.ts';
import { createDataset, dropFiles, load, openTab, readRows } from './files.ts';

const { open, ownerToken } = useBrowser();
const english = async () => ({ token: await ownerToken(), locale: 'en-US' });
const openDataset = async (file: string, text: string) =>
  open(await createDataset(await ownerToken(), file, text), await english());

test('rows are sorted and filtered, and the URL keeps it', async () => {
  const rows = Array.from({ length: 45 }, (_, index) => `${index % 2 ? 'odd' : 'even'},${index}`).join('\n');
  const page = await openDataset('many.csv', `kind,place\n${rows}\n`);
  await page.getByRole('button', { name: 'place', exact: true }).click();
  await page.getByRole('button', { name: 'place', exact: true }).click();
  await expect.poll(async () => (await readRows(page))[0]).toEqual(['even', '44']);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('odd');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Rows: 22').waitFor();
  await expect.poll(async () => (await readRows(page))[0]).toEqual(['odd', '43']);
  await page.getByRole('listitem', { name: '2' }).click();
  await expect.poll(async () => (await readRows(page)).length).toBe(2);

  const reopened = await open(page.url().replace(site, ''), await english());
  expect(await readRows(reopened)).toEqual([
    ['odd', '3'],
    ['odd', '1'],
  ]);
  await page.goBack();
  await expect.poll(async () => (await readRows(page)).length).toBe(20);
});

test('an earlier version can be viewed and restored', async () => {
  const page = await openDataset('stock.csv', 'item,count\nbolt,1\nnut,2\n');
  await dropFiles(page, { 'stock.csv': 'item,count\nscrew,9\n' });
  await page.getByText('Replace', { exact: true }).click();
  await load(page);
  await page.waitForURL(/\/datasets\//);
  await expect.poll(() => readRows(page)).toEqual([['screw', '9']]);
  await openTab(page, 'Versions');
  await page.getByRole('link', { name: 'View' }).click();
  await page.getByText('rows of version 1').waitFor();
  await expect.poll(async () => (await readRows(page)).length).toBe(2);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Restored version 1').waitFor();
  await openTab(page, 'Rows');
  await expect.poll(async () => (await readRows(page)).length).toBe(2);
});

test('the profile shows the distribution of the values', async () => {
  const page = await openDataset('profiled.csv', 'city,amount\nHangzhou,1\nHangzhou,2\nKöln,\n');
  await openTab(page, 'Profile');
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await card('amount').getByText('66.7% filled, 1 empty').waitFor();
  await card('city').getByText('Distinct values: 2').waitFor();
  await card('city').getByRole('listitem').first().getByText('Hangzhou').waitFor();
});

test('a column has a label in each language', async () => {
  const page = await openDataset('labelled.csv', 'cty,n\nHangzhou,1\n');
  await openTab(page, 'Schema');
  await page.getByRole('button', { name: 'Edit column cty' }).click();
  await page.getByRole('textbox', { name: 'Label: English' }).fill('City');
  await page.getByRole('textbox', { name: 'Label: 简体中文' }).fill('城市');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'City' }).waitFor();
  const chinese = await open(page.url().replace(site, '').replace('/schema', ''), { token: await ownerToken() });
  await chinese.getByRole('button', { name: '城市' }).waitFor();
});

test('a missing label falls back to the name, and the dialog focuses the first label', async () => {
  const page = await openDataset('half.csv', 'cty,n\nHangzhou,1\n');
  await openTab(page, 'Schema');
  await page.getByRole('button', { name: 'Edit column cty' }).click();
  const first = page.getByRole('dialog').getByRole('textbox').first();
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('textbox', { name: 'Label: 简体中文' }).fill('城市');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  await openTab(page, 'Rows');
  await page.getByRole('button', { name: 'cty', exact: true }).waitFor();
});

test('booleans are in the language of the reader, and times have seconds', async () => {
  const lines = ['2026-01-05 07:08:09,true', '2026-01-05 07:08:00,false', '2026-01-06 00:00:01,true'];
  // On a page: the times are those of the browser's time zone.
  const page = await open('/application', await english());
  await dropFiles(page, { 'words.csv': `at,paid\n${lines.join('\n')}\n` });
  await load(page);
  await page.waitForURL(/\/datasets\//);
  expect(await readRows(page)).toEqual([
    ['2026-01-05 07:08:09', 'Yes'],
    ['2026-01-05 07:08', 'No'],
    ['2026-01-06 00:00:01', 'Yes'],
  ]);
  const chinese = await open(page.url().replace(site, ''), { token: await ownerToken() });
  expect((await readRows(chinese)).map((cells) => cells[1])).toEqual(['是', '否', '是']);
});

test('Escape closes the filter and returns the focus to its button', async () => {
  const page = await openDataset('escape.csv', 'a,b\n1,2\n');
  const button = page.getByRole('button', { name: 'Add filter' });
  await button.click();
  await page.getByRole('textbox', { name: 'Value' }).press('Escape');
  await page.getByRole('textbox', { name: 'Value' }).waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('many columns are on one page and can be searched', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `c${index}`);
  const page = await openDataset('wide.csv', `${names.join()}\n${names.map((_, index) => index).join()}\n`);
  await openTab(page, 'Schema');
  await expect.poll(() => page.getByRole('button', { name: /^Edit column/ }).count()).toBe(30);
  await page.getByRole('textbox', { name: 'Search columns' }).fill('C29');
  await expect.poll(() => page.getByRole('button', { name: /^Edit column/ }).count()).toBe(1);
});

test('a trashed dataset says so, also on a page that was already open', async () => {
  const path = await createDataset(await ownerToken(), 'gone-elsewhere.csv', 'a\n1\n');
  const page = await open(path, { ...(await english()), expectsNoise: true });
  await page.getByRole('link', { name: 'Rows', exact: true }).waitFor();
  const other = await open(path, await english());
  await openTab(other, 'Schema');
  await other.getByRole('button', { name: 'Move to trash' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await page.getByText('This is in the trash').waitFor();
  await page.getByRole('link', { name: 'Open trash' }).click();
  await page.getByRole('row', { name: /^gone-elsewhere Dataset gone-elsewhere/ }).waitFor();
});

test('before a type changes or a dataset is trashed, the broken dependents are listed', async () => {
  const page = await openDataset(
    'used.csv',
    'day,city,amount\n2026-01-01,Oslo,5.5\n2026-01-02,Bergen,7\n2026-01-03,Oslo,2\n',
  );
  await page.getByRole('button', { name: 'Create dashboard' }).click();
  await page.waitForURL(/\/dashboard\/[\w-]{36}/);
  await page.goBack();
  await openTab(page, 'Usage');
  await page.getByRole('row', { name: /^Sum of amount Card used / }).waitFor();
  await openTab(page, 'Schema');
  await page.getByRole('button', { name: 'Edit column amount' }).click();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await dialog('Edit column amount').getByText('Used by: Dashboards: 1').waitFor();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByTitle('Text', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const impact = dialog('Change the type of “amount”?');
  await impact.getByText('These would stop working').waitFor();
  await impact.getByRole('link', { name: 'Sum of amount', exact: true }).waitFor();
  await impact.getByText("Column amount doesn't contain numbers").first().waitFor();
  await impact.getByRole('button', { name: 'Cancel' }).click();
  await dialog('Edit column amount').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await page.getByRole('dialog').getByText('These would stop working').waitFor();
});

test('a dataset and an application are trashed and restored', async () => {
  const page = await openDataset('thrown.csv', 'a\n1\n');
  const dataset = page.url();
  await openTab(page, 'Schema');
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await page.getByText('No datasets yet').waitFor();
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await page.waitForURL(`${site}/application`);
  await page.getByText('Moved to trash').last().waitFor();
  await page.getByRole('link', { name: 'thrown' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Trash' }).click();
  // A dataset that was trashed before its application is listed again once the application is restored.
  const row = (kind: string) => page.getByRole('row', { name: new RegExp(`^thrown ${kind}`) });
  await row('Application').getByRole('button', { name: 'Restore' }).click();
  await row('Dataset').getByRole('button', { name: 'Restore' }).click();
  await row('Dataset').waitFor({ state: 'detached' });
  await page.goto(dataset);
  expect(await readRows(page)).toEqual([['1']]);
});

test('scripts in names, headers and cells stay text', async () => {
  const attack = '<img src=x onerror=alert(1)>';
  const page = await openDataset(`${attack}.csv`, `"${attack}",n\n"${attack}",1\n"<script>alert(2)</script>",2\n`);
  expect(await readRows(page)).toEqual([
    [attack, '1'],
    ['<script>alert(2)</script>', '2'],
  ]);
  for (const tab of ['Profile', 'Schema', 'Versions']) {
    await openTab(page, tab);
    await page.getByText(attack).first().waitFor();
  }
  await page.goto(`${site}/application`);
  await page.getByRole('link', { name: attack }).waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
});
