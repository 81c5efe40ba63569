import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dimension, BuiltQuerySpec } from '#domain/query/query.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner } from './accounts.ts';
import { useBrowser, type Visit } from './browser.ts';
import { cardNamed, cardOf, createDashboard, dashboardOf, findDataset, type DatasetRef } from './dashboards.ts';
import { type RunningProduct, startProduct } from './product.ts';

const { open } = useBrowser();
let product: RunningProduct;
let token: string;
let visits: DatasetRef;

// From Monday, 2026-03-02: one visit on Monday, two on Tuesday and so on; none on Thursday.
const rows = [1, 2, 3, 0, 5, 6, 7].flatMap((count, day) =>
  Array.from({ length: count }, (_, hour) => `2026-03-0${day + 2}T${String(hour + 9).padStart(2, '0')}:15:00Z,1`),
);

beforeAll(async () => {
  product = await startProduct();
  token = await createOwner(product.url);
  await loadFile(createClient(product.url), token, 'visits.csv', `visited_at,amount\n${rows.join('\n')}\n`);
  visits = await findDataset(product.url, token, 'visits');
}, 180_000);
afterAll(() => product?.stop());

const visit = (rest: Visit = {}): Visit => ({ at: product.url, token, ...rest });
const english: Visit = { locale: 'en-US', stored: { 'web.language': 'en_US' } };
const chinese: Visit = { locale: 'zh-CN', stored: { 'web.language': 'zh_CN' } };

/** The rows of a chart's accessible table. */
const accessibleRows = (page: Page) =>
  page
    .locator('table:has(caption) tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '').join(' ')),
    );
const pills = (page: Page) =>
  page.getByRole('region', { name: 'By', exact: true }).locator('bdi').filter({ hasText: 'isited' });
// The last one: date parts are also offered among the fields, below each time column.
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click();

test('explore counts visits by day of the week', async () => {
  const page = await open(`/dashboard/explore?dataset=${visits.id}`, visit(english));
  await pills(page).first().click();
  await press(page, 'Day of week');
  const expected = ['Sun 7', 'Mon 1', 'Tue 2', 'Wed 3', 'Thu 0', 'Fri 5', 'Sat 6'];
  await expect.poll(() => accessibleRows(page)).toEqual(expected);
  await page.getByRole('heading', { name: /by day of week$/ }).waitFor();
});

test('explore counts by day of the week in Chinese, where weeks begin on Monday', async () => {
  const page = await open(`/dashboard/explore?dataset=${visits.id}`, visit(chinese));
  await page.getByRole('region', { name: '维度', exact: true }).locator('bdi').first().click();
  await press(page, '星期几');
  const expected = ['周一 1', '周二 2', '周三 3', '周四 0', '周五 5', '周六 6', '周日 7'];
  await expect.poll(() => accessibleRows(page)).toEqual(expected);
});

const sumBy = (...dimensions: Dimension[]): BuiltQuerySpec => ({
  ...emptyQuerySpec(visits.id),
  dimensions,
  measures: [{ id: 'm', formula: { kind: 'sum', column: visits.columns['amount']! }, show: 'value' }],
});

async function openDashboard(rest: Visit): Promise<Page> {
  const column = visits.columns['visited_at']!;
  const weekdays = sumBy({ id: 'd', kind: 'date_part', column, part: 'weekday' });
  const cards = [
    cardOf({ id: 'total', title: 'Total', kind: 'figure', place: { x: 0, y: 0, width: 4, height: 3 } }, sumBy()),
    cardOf({ id: 'week', title: 'Week', kind: 'bar', place: { x: 4, y: 0, width: 8, height: 8 } }, weekdays),
  ];
  const dashboard = dashboardOf(visits, 'visited_at', { cards, controls: [] });
  const id = await createDashboard(product.url, token, { ...dashboard, time: { ...dashboard.time, span: null } });
  return open(`/dashboard/${id}`, visit(rest));
}

/** Clicks the nth bar from the left. */
async function clickBar(page: Page, number: number): Promise<void> {
  const picture = cardNamed(page, 'Week').locator('[data-drawn]');
  await picture.waitFor();
  const { x, y, width, height } = (await picture.boundingBox())!;
  // The value axis takes some space at the left.
  await page.mouse.click(x + 30 + ((width - 36) * (number - 0.5)) / 7, y + height - 40);
}

for (const { name, rest, bar, picked, count } of [
  {
    name: 'a click on Saturday filters the other cards and names the day',
    rest: english,
    bar: 7,
    picked: 'Sat',
    count: '6',
  },
  {
    name: 'a click on Saturday filters the other cards and names the day, in Chinese',
    rest: chinese,
    bar: 6,
    picked: '周六',
    count: '6',
  },
]) {
  test(name, async () => {
    const page = await openDashboard(rest);
    const totalNumber = cardNamed(page, 'Total').getByRole('img').locator('[title]').first();
    await expect.poll(() => totalNumber.textContent()).toBe('24');
    await clickBar(page, bar);
    await expect.poll(() => totalNumber.textContent()).toBe(count);
    await cardNamed(page, 'Week').getByText(picked, { exact: true }).first().waitFor();
  });
}
