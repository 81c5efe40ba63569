import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Formula, Span } from '#domain/query/query.ts';
import { runQuery, specOf, resultOf, rowsOf, sqlOf } from '#server/testing/queries.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let odd: Dataset;
let many: Dataset;

const categories = 1_000_000;
const oddNames = ['a "quoted" name', "it's", '🦜', '\u202Eright to left\u200F', 'semi;colon -- /* */', '列'];

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  const header = [...oddNames.map((name) => `"${name.replaceAll('"', '""')}"`), 'n', 'nothing', 'at'].join(',');
  const row = (text: string, n: number) =>
    [...oddNames.map(() => text), n, '', `2026-01-0${n + 1}T00:00:00Z`].join(',');
  odd = await loadFile(product, token, 'odd.csv', `${header}\n${row('x', 0)}\n${row('"O\'Neil ""🦜"""', 3)}\n`);
  const values = Array.from({ length: categories }, (_, number) => `v${number}`);
  many = await loadFile(product, token, 'many.csv', `c,n\n${values.map((value) => `${value},1`).join('\n')}\n`);
});
afterAll(() => product.close());

const column = (name: string) => odd.columns.find((each) => each.name === name)!.id;
const byValue = (name: string, id = 'd') => ({ id, kind: 'value' as const, column: column(name) });
const measure = (formula: Formula) => [{ id: 'm', formula, show: 'value' as const }];
const failure = async (parts: object) => {
  const { status, error } = await runQuery(product, specOf(odd.id, parts), { token });
  return [status, error?.code];
};

test('an unknown column is reported', async () => {
  expect(await failure({ dimensions: [{ id: 'd', kind: 'value', column: 'nothing' }] })).toEqual([
    422,
    'column_unknown',
  ]);
  expect(await failure({ measures: measure({ kind: 'sum', column: 'nothing' }) })).toEqual([422, 'column_unknown']);
  expect(await failure({ filters: [{ op: 'empty', column: 'nothing' }] })).toEqual([422, 'column_unknown']);
});

test('a missing dataset is reported, even if its answer is cached', async () => {
  const gone = await loadFile(product, token, 'gone.csv', 'a\n1\n');
  await resultOf(product, specOf(gone.id), { token });
  await product.call('DELETE /datasets/:id', { id: gone.id }, { token });
  const inTrash = await runQuery(product, specOf(gone.id), { token });
  expect([inTrash.status, inTrash.error?.code]).toEqual([404, 'dataset_gone']);
  await product.call('DELETE /datasets/:id/trash', { id: gone.id }, { token });
  expect((await runQuery(product, specOf(gone.id), { token })).error?.code).toBe('dataset_gone');
});

const periodOf = (span: Span) => ({
  period: { kind: 'during', column: column('at'), span, compare: { kind: 'none' } },
});

test('a reversed range is refused', async () => {
  expect(await failure(periodOf({ kind: 'range', from: '2026-02-01', to: '2026-01-01' }))).toEqual([
    400,
    'invalid_input',
  ]);
});

test('a range of ten thousand years works', async () => {
  const byDay = [{ id: 'd', kind: 'time', column: column('at'), grain: { unit: 'day' } }];
  const spans: Span[] = [
    { kind: 'range', from: '0001-01-01', to: '9999-12-31' },
    { kind: 'last', count: 10_000, grain: { unit: 'year' } },
    { kind: 'previous', count: 10_000, grain: { unit: 'fiscal_year', start: 4 } },
  ];
  for (const span of spans)
    for (const kind of ['none', 'previous', 'last_year'] as const) {
      const period = { kind: 'during', column: column('at'), span, compare: { kind } };
      expect(await failure({ dimensions: byDay, period })).toEqual([200, undefined]);
    }
  expect(await failure(periodOf({ kind: 'range', from: '0000-01-01', to: '12026-01-01' }))).toEqual([
    400,
    'invalid_input',
  ]);
});

test('twenty dimensions are accepted, five hundred are refused', async () => {
  const dimensions = Array.from({ length: 500 }, (_, number) => byValue('n', `d${number}`));
  expect(await failure({ dimensions })).toEqual([400, 'invalid_input']);
  expect(await failure({ dimensions: dimensions.slice(0, 20) })).toEqual([200, undefined]);
});

test('a set can have at most ten thousand values', async () => {
  const values = Array.from({ length: 10_000 }, (_, number) => number);
  const inSet = (set: number[]) => ({ filters: [{ op: 'in' as const, column: column('n'), values: set }] });
  const { values: count } = await resultOf(product, specOf(odd.id, inSet(values)), { token });
  expect(count).toEqual([[2]]);
  expect(await failure(inSet([...values, 1]))).toEqual([400, 'invalid_input']);
});

test('division by zero and columns without values give null', async () => {
  const sum = (name: string) => ({ kind: 'sum' as const, column: column(name) });
  const zero = { kind: 'number' as const, value: 0 };
  const byZero = measure({ kind: 'divide', left: sum('n'), right: zero });
  expect(rowsOf(await resultOf(product, specOf(odd.id, { measures: byZero }), { token }))).toEqual([[null]]);
  const minOfNothing = measure({ kind: 'min', column: column('nothing') });
  const nothing = specOf(odd.id, { measures: minOfNothing, dimensions: [byValue('nothing')] });
  expect(rowsOf(await resultOf(product, nothing, { token }))).toEqual([[null, null]]);
});

test('a query of a dataset without rows returns no rows', async () => {
  const empty = await loadFile(product, token, 'empty.csv', 'a,b\n1,x\n');
  await product.query('update segments set last = first where dataset_id = $1', [empty.id]);
  const dimension = { id: 'd', kind: 'value' as const, column: empty.columns[0]!.id };
  const result = await resultOf(product, specOf(empty.id, { dimensions: [dimension] }), { token });
  expect([rowsOf(result), result.proof.rowsRead]).toEqual([[], 0]);
  expect(rowsOf(await resultOf(product, specOf(empty.id), { token }))).toEqual([[0]]);
});

test.each(oddNames)('a column can be called %s', async (name) => {
  const value = `O'Neil "🦜"`;
  const filters = [{ op: 'equals' as const, column: column(name), value }];
  const spec = specOf(odd.id, { dimensions: [byValue(name)], filters });
  expect(rowsOf(await resultOf(product, spec, { token }))).toEqual([[value, 1]]);
  const sql = `select "${name.replaceAll('"', '""')}" from odd where n = 3`;
  expect(rowsOf(await resultOf(product, sqlOf(sql), { token }))).toEqual([[value]]);
});

test('an answer with a million categories is truncated and marked as such', async () => {
  const dimension = { id: 'd', kind: 'value' as const, column: many.columns[0]!.id };
  const spec = specOf(many.id, { dimensions: [dimension], limit: categories, totals: [[]] });
  const result = await resultOf(product, spec, { token });
  expect(rowsOf(result)).toHaveLength(10_000);
  expect(result.proof).toMatchObject({ rowsReturned: 10_000, isCutOff: true, rowsRead: categories });
  expect(result.totals[0]!.values).toEqual([[categories]]);
});

test('SQL that is too long is refused', async () => {
  const padded = (length: number) => sqlOf(`select 1 as n ${' '.repeat(length)} -- end`);
  const wide = `select ${Array.from({ length: 5_000 }, (_, number) => `${number} as c${number}`).join(',')}`;
  expect((await runQuery(product, sqlOf(wide), { token })).status).toBe(200);
  for (const length of [256 * 1024, 900 * 1024])
    expect(await runQuery(product, padded(length), { token })).toMatchObject({ error: { code: 'sql_too_long' } });
  expect(await runQuery(product, padded(2 * 1024 * 1024), { token })).toMatchObject({ status: 413 });
});
