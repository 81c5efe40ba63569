import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ExportFormat, ExportLine } from '#contract/queries/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatePart } from '#domain/query/query.ts';
import { runQuery, specOf, callLines, resultOf, rowsOf } from '#server/testing/queries.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;

// New York skips from 01:59 to 03:00 on 2026-03-08, a Sunday (daylight saving time).
const csv = `amount,at,due
1,2026-03-08T06:30:00Z,2026-03-08
2,2026-03-08T07:30:00Z,2026-03-09
4,2026-03-09T03:30:00Z,2026-03-09
8,2026-06-09T12:00:00Z,2026-06-30
16,,
`;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  orders = await loadFile(product, token, 'orders.csv', csv);
});
afterAll(() => product.close());

const columnOf = (name: string) => orders.columns.find((each) => each.name === name)!.id;
const by = (part: DatePart, name = 'at') => ({ id: 'part', kind: 'date_part' as const, column: columnOf(name), part });
const sum = () => ({
  id: 'sum',
  formula: { kind: 'sum' as const, column: columnOf('amount') },
  show: 'value' as const,
});
const spec = (part: DatePart, name = 'at', rest: object = {}) =>
  specOf(orders.id, { dimensions: [by(part, name)], measures: [sum()], ...rest });
const answerOf = async (query: ReturnType<typeof spec>, zone: string) =>
  rowsOf(await resultOf(product, query, { token, zone }));

test('rows are grouped by local clock and calendar', async () => {
  expect(await answerOf(spec('hour'), 'America/New_York')).toEqual([
    [1, 1],
    [3, 2],
    [8, 8],
    [23, 4],
    [null, 16],
  ]);
  expect(await answerOf(spec('weekday'), 'America/New_York')).toEqual([
    [2, 8],
    [7, 7],
    [null, 16],
  ]);
  expect(await answerOf(spec('weekday'), 'Asia/Shanghai')).toEqual([
    [1, 4],
    [2, 8],
    [7, 3],
    [null, 16],
  ]);
  expect(await answerOf(spec('month', 'due'), 'UTC')).toEqual([
    [3, 7],
    [6, 8],
    [null, 16],
  ]);
});

test('rows are filtered by date part', async () => {
  const onSundays = { op: 'date_part', column: columnOf('at'), part: 'weekday', numbers: [7] };
  expect(await answerOf(spec('hour', 'at', { filters: [onSundays] }), 'America/New_York')).toEqual([
    [1, 1],
    [3, 2],
    [23, 4],
  ]);
  const others = { op: 'not', filter: onSundays };
  expect(await answerOf(spec('hour', 'at', { filters: [others] }), 'America/New_York')).toEqual([
    [8, 8],
    [null, 16],
  ]);
});

test('dates have no hours', async () => {
  const response = await runQuery(product, spec('hour', 'due'), { token });
  expect(JSON.stringify(response)).toContain('column_not_time');
});

const fileOf = async (format: ExportFormat, language: string, part: DatePart) => {
  const input = { ask: spec(part), zone: 'UTC', format, name: 'orders', labels: {} };
  const { lines } = await callLines<ExportLine>(product, 'POST /exports', input, {
    token,
    headers: { 'accept-language': language },
  });
  const last = lines.at(-1);
  if (last?.kind !== 'ready') throw new Error(JSON.stringify(last));
  return (await product.call('GET /exports/:id', { id: last.id }, { token })).body as unknown;
};

test('CSV and Excel name every weekday, JSON and Parquet number them', async () => {
  const csvOf = async (language: string) =>
    String(await fileOf('csv', language, 'weekday'))
      .split('\r\n')
      .slice(1, -1);
  expect(await csvOf('en')).toEqual(['Mon,4', 'Tue,8', 'Wed,0', 'Thu,0', 'Fri,0', 'Sat,0', 'Sun,3', ',16']);
  expect((await csvOf('zh-CN')).slice(0, 2)).toEqual(['周一,4', '周二,8']);
  const json = await fileOf('json', 'en', 'weekday');
  expect(typeof json === 'string' ? JSON.parse(json) : json).toContainEqual({ part: 2, sum: 8 });
});
