import { afterAll, beforeAll, expect, test } from 'vitest';

import { querySpecSchema } from '#contract/queries/schemas.ts';
import { specOf } from '#server/testing/queries.ts';
import { createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner } from './accounts.ts';
import { useBrowser } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';

const { open } = useBrowser();
let product: RunningProduct;
let token: string;
let paths: { dataset: string; chart: string; dashboard: string };

beforeAll(async () => {
  product = await startProduct();
  token = await createOwner(product.url);
  const client = createClient(product.url);
  const orders = await loadFile(client, token, 'orders.csv', 'city,amount\nOslo,5\nRome,7\nOslo,1\n');
  const [city, amount] = orders.columns.map(({ id }) => id) as [string, string];
  const spec = specOf(orders.id, {
    dimensions: [{ id: 'd1', kind: 'value', column: city }],
    measures: [{ id: 'm1', formula: { kind: 'sum', column: amount }, show: 'value' }],
  });
  const title = { en_US: 'By city', zh_CN: '各城市' };
  const chart = { ask: spec, drawing: { kind: 'bar' as const, options: {} } };
  const card = chartCard('cities', querySpecSchema.parse(spec), { title });
  const { body: saved } = await client.call('POST /charts', { name: 'Saved cities', chart }, { token });
  const { id } = await createDashboard(client, token, dashboardOf('The shop', [card]));
  paths = {
    dataset: `/application/${orders.applicationId}/datasets/${orders.id}`,
    chart: `/dashboard/explore?dataset=${orders.id}&chart=${saved.id}`,
    dashboard: `/dashboard/${id}`,
  };
}, 180_000);
afterAll(() => product?.stop());

const visit = () => ({
  at: product.url,
  token,
  locale: 'en-US',
  permissions: ['clipboard-read', 'clipboard-write'],
});
const linesOf = (csv: string) => csv.split(/\r?\n/).filter(Boolean);

test('a member creates a key, copies the data address of a dataset for a spreadsheet and gets its rows', async () => {
  const page = await open(paths.dataset, visit());
  await page.getByRole('button', { name: 'Use in other tools' }).click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByLabel('Excel', { exact: true }).and(dialog.locator('pre'));
  expect(await code.textContent()).toContain('key=YOUR_KEY');
  await dialog.getByRole('button', { name: 'Create read-only key' }).click();
  await dialog.getByText('Your new read-only key is filled in').waitFor();
  await dialog.getByRole('button', { name: 'Copy' }).last().click();
  await page.getByText('Copied').first().waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/key=sjp_/);
  expect(linesOf(await (await fetch(address)).text())).toEqual(['city,amount', 'Oslo,5', 'Rome,7', 'Oslo,1']);
  const filtered = await (await fetch(`${address}&city=Oslo&limit=1`)).text();
  expect(linesOf(filtered)).toEqual(['city,amount', 'Oslo,5']);
});

test('a card and a saved chart have addresses in every format', async () => {
  const page = await open(paths.dashboard, visit());
  await page.getByRole('button', { name: 'Menu for By city' }).click();
  await page.getByRole('menuitem', { name: 'Use in other tools' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('JSON', { exact: true }).click();
  const address = await dialog.getByLabel('URL', { exact: true }).inputValue();
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.json()).toEqual(
    expect.arrayContaining([
      { city: 'Oslo', 'Sum of amount': 6 },
      { city: 'Rome', 'Sum of amount': 7 },
    ]),
  );
  await page.goto(`${product.url}${paths.chart}`);
  await page.getByRole('button', { name: 'Use in other tools' }).click();
  await dialog.getByText('Python', { exact: true }).click();
  await dialog.getByText('Parquet', { exact: true }).click();
  expect(await dialog.locator('pre').textContent()).toContain('pd.read_parquet(');
  expect(await dialog.getByLabel('URL', { exact: true }).inputValue()).toMatch(
    /\/api\/data\/charts\/[\w-]+\.parquet\?/,
  );
});
