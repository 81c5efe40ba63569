import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { resultOf, rowsOf, sqlOf } from '#server/testing/queries.ts';
import { logRequests, useBrowser } from './browser.ts';
import { type RunningProduct, startWithSample } from './product.ts';
import { settle } from './screens.ts';
import { readGrid } from './sql.ts';

const { open, enter } = useBrowser();
let product: RunningProduct;
let token: string;

beforeAll(async () => {
  const sample = await startWithSample();
  [product, token] = [sample, sample.token];
});
afterAll(() => product?.stop());

const handWritten = `select product_group, level, round(sum(amount), 2) as revenue
  from orders o left join products p on o.sku = p.sku left join customers c on o.customer = c.customer
  group by all`;

type Revenue = [groupAndLevel: string, revenue: number];
const amountOf = (text = '') => Number(text.replaceAll(/[^\d.-]/g, ''));
const revenueOf = (rows: string[][]): Revenue[] =>
  rows
    .map(([group, level, revenue]): Revenue => [`${group} ${level}`, amountOf(revenue)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Searches for a field and clicks it. */
async function pickField(page: Page, [words, name]: string[]): Promise<void> {
  const search = page.getByRole('textbox', { name: /^(Search fields|查找字段)$/ });
  await search.fill(words!);
  await page.getByRole('complementary').getByRole('button', { name: name!, exact: true }).click();
  await search.fill('');
}

async function exportCsv(page: Page): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^(Export|导出)$/ }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
  // Left out: the column in between, which marks the row of the groups after the first ten.
  return lines.slice(1).map((line) => [line.split(',').at(0)!, ...line.split(',').slice(-2)]);
}

const english: Record<string, string> = {
  饮品: 'Drinks',
  食品: 'Food',
  器具: 'Teaware',
  礼品: 'Gifts',
  普通: 'Regular',
  银卡: 'Silver',
  金卡: 'Gold',
  钻石: 'Diamond',
};

test.each([
  {
    locale: 'en-US',
    month: 'Remove: Month of ordered at',
    measure: ['revenue', 'Amount'],
    group: ['product group', 'Product › Group'],
    level: ['customer level', 'Customer › Level'],
    title: 'Sum of amount by product › group and customer › level',
    kinds: ['Horizontal bar', 'Table'],
    nameOf: (value: string) => english[value]!,
  },
  {
    locale: 'zh-CN',
    month: '移除：下单时间（月）',
    measure: ['销售额', '金额'],
    group: ['商品 大类', '商品 › 大类'],
    level: ['顾客 等级', '顾客 › 等级'],
    title: '按商品 › 大类和顾客 › 等级统计金额合计',
    kinds: ['条形图', '表格'],
    nameOf: (value: string) => value,
  },
])('a new user finds revenue by product group and customer level ($locale)', async (words) => {
  const page = await open('/dashboard/explore', { at: product.url, token, locale: words.locale });
  await page.getByRole('link', { name: /Orders|订单/ }).click();
  // The query already has the revenue: the first click removes it, and the second adds it again.
  await pickField(page, words.measure);
  await pickField(page, words.measure);
  await page.getByRole('button', { name: words.month }).click();
  await pickField(page, words.group);
  await pickField(page, words.level);
  await page.getByRole('heading', { name: words.title }).waitFor();

  const result = await resultOf(createClient(product.url), sqlOf(handWritten), { token });
  const expected = revenueOf(
    rowsOf(result).map(([group, level, revenue]) => [
      words.nameOf(String(group)),
      words.nameOf(String(level)),
      String(revenue),
    ]),
  );
  expect(expected).toHaveLength(16);
  expect(revenueOf(await exportCsv(page))).toEqual(expected);
  const [current, table] = words.kinds as [string, string];
  await page.getByRole('button', { name: current, exact: true }).click();
  await page.getByRole('button', { name: table, exact: true }).click();
  // The table rounds: 7.49M.
  const namesOf = (rows: Revenue[]) => rows.map(([groupAndLevel]) => groupAndLevel);
  await expect.poll(async () => namesOf(revenueOf(await readGrid(page)))).toEqual(namesOf(expected));
});

test('the dashboard of the orders takes at most 25 requests', async () => {
  const client = createClient(product.url);
  const { body: datasets } = await client.call('GET /datasets', {}, { token });
  const dataset = datasets.find(({ name }) => name === 'orders')!.id;
  const { body: dashboard } = await client.call('POST /dashboards/automatic', { dataset }, { token });
  const page = await (await enter({ at: product.url, token })).newPage();
  const paths = logRequests(page);
  await page.goto(`${product.url}/dashboard/${dashboard.id}`);
  await page.locator('article [data-drawn]').first().waitFor();
  await settle(page);
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(25);
});
