import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';

import { createMember } from './accounts.ts';
import { site, useBrowser } from './browser.ts';
import { createDataset } from './files.ts';
import { readGrid, runSql, writeSql } from './sql.ts';

const { open, ownerToken } = useBrowser();
const english = async () => ({ token: await ownerToken(), locale: 'en-US' });
const address = '/dashboard/explore?tab=sql';

test('an analyst queries a dataset in SQL, and the URL keeps the query', async () => {
  await createDataset(await ownerToken(), 'sales_sql.csv', 'city,amount\nHangzhou,5\nKöln,7\nHangzhou,9\n');
  const page = await open(address, await english());
  await runSql(page, 'select city, sum(amount) as total from sales_sql group by city order by total desc');
  await expect
    .poll(() => readGrid(page))
    .toEqual([
      ['Hangzhou', '14'],
      ['Köln', '7'],
    ]);
  const reopened = await open(page.url().replace(site, ''), await english());
  await expect.poll(async () => (await readGrid(reopened)).length).toBe(2);
  await reopened.getByRole('textbox', { name: 'SQL', exact: true }).getByText('sales_sql').waitFor();
});

test('names are completed from the schema, and a click on one writes it', async () => {
  await createDataset(await ownerToken(), 'completed.csv', 'postal_code,n\n310000,1\n');
  const page = await open(address, await english());
  const schema = page.getByRole('navigation', { name: 'Datasets' });
  await schema.getByRole('button', { name: 'Columns of completed' }).click();
  await schema.getByRole('button', { name: /postal_code/ }).waitFor();
  await writeSql(page, 'select ');
  await schema.getByRole('button', { name: /postal_code/ }).click();
  await page.keyboard.insertText(' from ');
  await page.keyboard.type('comple', { delay: 20 });
  await page.getByRole('option', { name: 'completed' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => readGrid(page)).toEqual([['310000']]);
});

test('columns are suggested before there is a FROM', async () => {
  await createDataset(await ownerToken(), 'offered.csv', 'provenance,n\nwild,1\n');
  const page = await open(address, await english());
  // When there are many datasets, columns are loaded only for those that were opened.
  const datasets = page.getByRole('navigation', { name: 'Datasets' });
  await datasets.getByRole('button', { name: 'Columns of offered' }).click();
  await datasets.getByText('provenance').waitFor();
  await writeSql(page, 'select ');
  await page.keyboard.type('prove', { delay: 20 });
  await page.getByRole('option', { name: /provenance/ }).click();
  await page.getByRole('textbox', { name: 'SQL', exact: true }).getByText('provenance').waitFor();
});

test('a query that is too long is refused and stays in the editor; one too long for a URL survives a reload', async () => {
  const page = await open(address, await english());
  await runSql(page, `-- ${'x'.repeat(100_000)}\nselect 1 as one`);
  await page.getByRole('alert').getByText('Your SQL has 100,019 characters, more than the limit of 100,000.').waitFor();
  await page.getByRole('textbox', { name: 'SQL', exact: true }).getByText('select 1 as one').waitFor();
  await runSql(page, `-- ${'x'.repeat(50_000)}\nselect 2 as two`);
  await expect.poll(() => readGrid(page)).toEqual([['2']]);
  await page.reload();
  await expect.poll(() => readGrid(page)).toEqual([['2']]);
  expect(page.url().length).toBeLessThan(200);
});

test('a mistake is marked at its position and explained in plain words', async () => {
  const page = await open(address, { ...(await english()), expectsNoise: true });
  await runSql(page, 'select 1 as a,\n  nothing_here');
  await page.getByRole('alert').getByText('Line 2:').waitFor();
  await page.getByRole('alert').getByText('Column nothing_here needs a FROM').waitFor();
  await page.getByRole('alert').getByText('because the FROM clause is missing').waitFor();
  expect(await page.locator('.cm-lintRange-error').textContent()).toBe('nothing_here');
  await runSql(page, 'select 1; select 2');
  await page.getByRole('alert').getByText('Only one statement can run at a time').waitFor();
  await runSql(page, 'drop table orders');
  await page.getByRole('alert').getByText('Only SELECT is allowed here').waitFor();
});

test('parameters have fields with a type', async () => {
  const page = await open(address, await english());
  await writeSql(page, 'select $n + 1 as next, $word as word');
  await page.getByRole('combobox', { name: 'Type of $n' }).selectOption('integer');
  await page.getByRole('spinbutton', { name: 'Value of $n' }).fill('41');
  await page.getByRole('textbox', { name: 'Value of $word' }).fill('x; drop');
  await page.getByText('empty: NULL').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.poll(() => readGrid(page)).toEqual([['42', 'x; drop']]);
  await runSql(page, 'select 1 as one where 1 = $missing');
  await page.getByText('empty: NULL').waitFor();
  await page.getByText('No matching rows.').waitFor();
});

test('a long-running query can be cancelled, and the engine stops it', async () => {
  const page = await open(address, await english());
  // More than the concurrency limit: if one were still running, the last query would wait behind it.
  const atOnce = Math.min(8, Math.max(2, availableParallelism()));
  for (let attempt = 0; attempt <= atOnce; attempt++) {
    await runSql(page, `select ${attempt}, count(*) from range(100000000000) a, range(1000) b`);
    await page.getByText('Running').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Canceled').waitFor();
    await page.getByText('Running').waitFor({ state: 'hidden' });
  }
  await runSql(page, 'select 7 as seven');
  await expect.poll(() => readGrid(page)).toEqual([['7']]);
});

test('the history lists queries until it is cleared', async () => {
  const page = await open(address, await english());
  await runSql(page, "select 'remember me' as note");
  await expect.poll(() => readGrid(page)).toEqual([['remember me']]);
  await writeSql(page, 'select 2');
  await page.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /remember me/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'SQL', exact: true }).getByText('remember me').waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page
    .getByRole('dialog', { name: 'Clear your query history?' })
    .getByRole('button', { name: 'Clear history' })
    .click();
  await page.getByText('SQL you run is listed here.').waitFor();
});

test('all rows are exported, not only those displayed', async () => {
  const page = await open(address, await english());
  await runSql(page, 'select i as number, i * 2 as twice from range(12345) t(i)');
  await page.getByText('First 10,000 rows; there are more').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('query.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([12_346, 'number,twice', '12344,24688']);
  await page.getByRole('button', { name: 'Export' }).waitFor();
});

test('a viewer sees that SQL is for editors', async () => {
  const { token } = await createMember(site);
  const page = await open(address, { token, locale: 'en-US' });
  await page.getByRole('heading', { name: 'SQL is for editors' }).waitFor();
  await page.getByRole('link', { name: 'Open query builder' }).click();
  await page.waitForURL(/\/dashboard\/explore$/);
});
