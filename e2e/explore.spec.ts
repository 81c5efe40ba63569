import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sampleNames } from '#engine/duckdb/sample-goods.ts';
import { useBrowser, type Visit } from './browser.ts';
import { createDataset, dropFiles, load } from './files.ts';
import { type RunningProduct, startWithSample } from './product.ts';

const { open, ownerToken } = useBrowser();
let product: RunningProduct;
let token: string;

beforeAll(async () => {
  const sample = await startWithSample();
  [product, token] = [sample, sample.token];
});
afterAll(() => product?.stop());

const visit = (rest: Visit = {}): Visit => ({ at: product.url, token, locale: 'en-US', ...rest });

/** Opens explore on the sample orders and waits for the first chart. */
async function openOrders(rest: Visit = {}): Promise<Page> {
  const page = await open('/dashboard/explore', visit(rest));
  await page.getByRole('link', { name: /Orders/ }).click();
  await page.getByText(/rows \(.* read\)/).waitFor();
  return page;
}

const fields = (page: Page) => page.getByRole('complementary', { name: 'Fields' });
const field = (page: Page, name: string) => fields(page).getByRole('button', { name, exact: true });
const part = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pillsOf = (page: Page, slot: string) =>
  page.getByRole('region', { name: slot, exact: true }).locator('bdi').allTextContents();
const titleOf = (page: Page) => page.getByRole('region', { name: 'Result' }).locator('h2').textContent();

async function readGrid(page: Page): Promise<string[][]> {
  await page.getByRole('gridcell').first().waitFor();
  return page
    .locator('[role=row]:has([role=gridcell])')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? '')),
    );
}

/** Sum by product and province, this month against the last, top 10 by decrease. */
async function queryLargestDecreases(page: Page): Promise<void> {
  await field(page, 'Product').click();
  await field(page, 'Province').click();
  await field(page, 'Ordered at').click();
  await part(page, 'Compare').click();
  await part(page, 'The previous period').click();
  await part(page, 'Top 10').click();
  await part(page, 'Largest decrease').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => pillsOf(page, 'By')).toEqual(['Product', 'Province', '10 largest decreases']);
}

test('explore finds which products fell most against last month, by province', async () => {
  const page = await openOrders();
  expect(await pillsOf(page, 'Show')).toEqual(['Sum of amount']);
  expect(await pillsOf(page, 'By')).toEqual(['Month of ordered at']);
  await queryLargestDecreases(page);
  await expect.poll(async () => (await readGrid(page)).length).toBe(10);
  const heads = page.getByRole('columnheader');
  expect(await heads.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual([
    'Product',
    'Province',
    'Sum of amount',
    'Previous period',
    'Change',
    'Change %',
  ]);
  const rows = await readGrid(page);
  const amountOf = (text = '') => Number(text.replaceAll(/[^\d.-]/g, ''));
  const changes = rows.map((row) => amountOf(row[4]));
  expect(changes.every((change) => change < 0)).toBe(true);
  expect(changes).toEqual([...changes].sort((a, b) => a - b));
});

test('a chart is downloaded as PNG or SVG', async () => {
  const page = await openOrders();
  for (const [item, ending] of [
    ['Image (PNG)', 'png'],
    ['Vector image (SVG)', 'svg'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    expect((await download).suggestedFilename()).toBe(`Sum of amount by month.${ending}`);
  }
});

test('a query built by clicking is converted to SQL with the same result', async () => {
  const page = await openOrders();
  await queryLargestDecreases(page);
  await expect.poll(async () => (await readGrid(page)).length).toBe(10);
  const clickedRows = (await readGrid(page)).map(([product, province]) => [product, province]);
  await page.getByRole('link', { name: 'SQL' }).click();
  // Periods are written into the SQL, where they can be edited.
  const readSql = () => Buffer.from(new URL(page.url()).searchParams.get('sql') ?? '', 'base64url').toString();
  await expect.poll(readSql).toMatch(/>= '\d{4}-\d\d-01T[\d:.]+Z'::timestamptz/);
  expect(await page.getByRole('combobox', { name: /^Type of/ }).count()).toBe(0);
  // SQL has values, not their labels.
  const labels = new Map([...sampleNames.product, ...sampleNames.province]);
  const readSqlRows = async () =>
    (await readGrid(page)).map(([product, province]) => [labels.get(product!), labels.get(province!)]);
  await expect.poll(readSqlRows).toEqual(clickedRows);
  await page.getByRole('columnheader', { name: 'Sum of amount', exact: true }).waitFor();
});

test('the proof explains a result in words, in SQL, and by the rows read', async () => {
  const page = await openOrders();
  await queryLargestDecreases(page);
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('button', { name: 'Data details' }).click();
  const proof = page.getByRole('dialog');
  await proof
    .getByText(
      /^Sum of amount by product and province, this month so far, compared with the previous period \(\S+-01 to [^)]+\); 10 largest decreases in sum of amount$/,
    )
    .waitFor();
  await proof.getByText(/^First 10 rows, as requested/).waitFor();
  await proof.getByText('select').first().waitFor();
  await proof.getByText(/Version 1, [\d,]+ rows/).waitFor();
  await proof.getByRole('button', { name: 'Run again without cache' }).click();
  await proof.waitFor({ state: 'hidden' });
  await page.getByText(/rows \(.* read\)/).waitFor();
});

test('Back undoes a step, and a link shows another member the same view', async () => {
  const page = await openOrders();
  await field(page, 'Channel').click();
  await field(page, 'Quantity').click();
  await expect.poll(() => titleOf(page)).toBe('Sum of amount and sum of quantity by month and channel');
  const link = page.url().replace(product.url, '');
  await page.goBack();
  await expect.poll(() => titleOf(page)).toBe('Sum of amount by month and channel');
  await page.goBack();
  await expect.poll(() => titleOf(page)).toBe('Sum of amount by month');

  const other = await open(link, visit({ locale: 'zh-CN' }));
  await expect
    .poll(() => other.getByRole('region', { name: '答案' }).locator('h2').textContent())
    .toBe('按月和渠道统计金额合计和件数合计');
});

test('values are searched and checked, and a filter is removed', async () => {
  const page = await openOrders();
  await fields(page).getByRole('button', { name: 'Filter by Province', exact: true }).click({ force: true });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Search values' }).fill('guang');
  await dialog.getByRole('checkbox', { name: /Guangdong/ }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => pillsOf(page, 'Where')).toEqual(['Province is Guangdong']);
  await page.getByText('Where province is Guangdong').waitFor();
  await page.getByRole('button', { name: 'Remove: Province is Guangdong' }).click();
  await expect.poll(() => pillsOf(page, 'Where')).toEqual([]);
});

test('fields are dragged into slots', async () => {
  const page = await openOrders();
  await field(page, 'Customer').dragTo(page.getByRole('region', { name: 'Show', exact: true }));
  await expect.poll(() => pillsOf(page, 'Show')).toEqual(['Sum of amount', 'Distinct customer']);
});

test('a chart is saved, opened, changed, renamed and deleted', async () => {
  const page = await openOrders();
  await field(page, 'Channel').click();
  await page.getByText('Channel: top 10 by sum of amount').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('textbox', { name: 'Chart name' }).fill('My channels');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'My channels' }).waitFor();

  await page.goto(`${product.url}/dashboard/explore`);
  await page.getByRole('link', { name: 'My channels' }).click();
  await expect.poll(() => titleOf(page)).toBe('Sum of amount by month and channel');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.isDisabled()).toBe(true);
  await field(page, 'Ordered at').click();
  await expect.poll(() => titleOf(page)).toBe('Sum of amount by channel');
  await save.click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);

  await page.goto(`${product.url}/dashboard/explore`);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Chart name' }).fill('Channels');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Channels' }).click();
  await expect.poll(() => titleOf(page)).toBe('Sum of amount by channel');
  await page.goBack();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: 'Channels' }).waitFor({ state: 'hidden' });
});

test('arrow keys move through the options, and Enter selects one', async () => {
  const page = await openOrders();
  await part(page, 'Compare').click();
  const choices = page.getByRole('group', { name: 'Compare', exact: true }).getByRole('button');
  const focused = () => choices.evaluateAll((all) => all.indexOf(document.activeElement as HTMLButtonElement));
  await expect.poll(focused).toBe(0);
  await page.keyboard.press('ArrowUp');
  const last = await focused();
  expect(last).toBe((await choices.count()) - 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(1);
  await page.keyboard.press('Enter');
  await page
    .getByText(/compared with/)
    .first()
    .waitFor();
});

test('the number chart of a query by names shows the total', async () => {
  const page = await openOrders();
  await field(page, 'Ordered at').click();
  await field(page, 'Channel').click();
  await expect.poll(() => titleOf(page)).toBe('Sum of amount by channel');
  await page.getByRole('button', { name: 'Horizontal bar', exact: true }).click();
  const numberButton = page.getByRole('group', { name: 'Chart type' }).getByRole('button', { name: 'Number' });
  expect(await numberButton.getAttribute('aria-disabled')).toBe('false');
  await numberButton.click();
  await page.getByRole('img', { name: /^Sum of amount by channel Sum of amount ¥/ }).waitFor();
});

test('a damaged link says so and offers a new start', async () => {
  const page = await openOrders();
  await page.goto(`${page.url()}&q=eyJkaW1lbnN`);
  await page.getByText('This link is incomplete').waitFor();
  await page.getByRole('link', { name: 'Start over' }).click();
  await page.getByText(/rows \(.* read\)/).waitFor();
});

test('a metric is defined by a formula and queried by its name', async () => {
  const page = await openOrders();
  const dataset = new URL(page.url()).searchParams.get('dataset')!;
  await page.goto(`${product.url}/application`);
  await page
    .getByRole('link', { name: '示例商店' })
    .or(page.getByRole('link', { name: /[Ss]ample/ }))
    .first()
    .click();
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: 'Metrics' }).click();
  await page.getByRole('button', { name: 'Add metric' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('basket');
  await dialog.getByRole('textbox', { name: 'Formula' }).fill('sum(amont) / count()');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/There’s no column “amont”/).waitFor();
  await dialog.getByRole('textbox', { name: 'Formula' }).fill('sum(amount) / count()');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'sum(amount) / count()' }).waitFor();
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.waitForURL(new RegExp(dataset));
  await expect.poll(() => pillsOf(page, 'Show')).toEqual(['basket']);
});

test('on a narrow screen the fields are in a sheet', async () => {
  const page = await openOrders({ width: 390, height: 844 });
  expect(await fields(page).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Fields' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Channel', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => pillsOf(page, 'By')).toContain('Channel');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test('a query with a deleted column says so and continues without it', async () => {
  const page = await openOrders({ expectsNoise: true });
  const dataset = new URL(page.url()).searchParams.get('dataset')!;
  const spec = {
    dimensions: [{ id: 'd1', column: 'gone', kind: 'value' }],
    measures: [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
  };
  const q = Buffer.from(JSON.stringify(spec)).toString('base64url');
  await page.goto(`${product.url}/dashboard/explore?dataset=${dataset}&q=${q}`);
  await page.getByRole('alert').getByRole('button', { name: 'Remove what no longer exists' }).click();
  await page.getByText(/1 row \(.* read\)/).waitFor();
  expect(await pillsOf(page, 'By')).toEqual([]);
});

test('new rows appear automatically', async () => {
  const english = { token: await ownerToken(), locale: 'en-US' };
  const page = await open(await createDataset(english.token, 'arrivals.csv', 'kind,amount\na,1\nb,2\n'), english);
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.getByText('1 row (2 read)').waitFor();
  const other = await open(page.url().replace(/^https?:\/\/[^/]+/, ''), english);
  await other.getByText('1 row (2 read)').waitFor();
  await page.goBack();
  await dropFiles(page, { 'arrivals.csv': 'kind,amount\na,1\nb,2\nc,3\n' });
  await page.getByText('Replace', { exact: true }).click();
  await load(page);
  // On a busy machine the query was too slow to be refreshed automatically.
  const [updated, refreshButton] = [
    other.getByText('1 row (3 read)'),
    other.getByRole('button', { name: 'New data, click to refresh' }),
  ];
  await updated.or(refreshButton).first().waitFor();
  if (await refreshButton.isVisible()) await refreshButton.click();
  await updated.waitFor();
});
