import { expect, test } from 'vitest';

import type { ColumnType } from '#domain/query/query.ts';
import { matchColumns } from './match-columns.ts';
import { nameSimilarity } from './name-similarity.ts';

const columnSample = (name: string, type: ColumnType = 'text', ...values: string[]) => ({
  name,
  type,
  values: new Set(values),
  cells: values.length,
});
const datasetColumn = (id: string, name: string, type: ColumnType = 'text', ...values: string[]) => ({
  id,
  ...columnSample(name, type, ...values),
});

const pairsOf = (...args: Parameters<typeof matchColumns>) =>
  matchColumns(...args).map(({ source, id, by }) => [source, id, by]);

test('columns with the same name match in any position', () => {
  const matches = matchColumns(
    [columnSample('b'), columnSample('a'), columnSample('c')],
    [datasetColumn('A', 'a'), datasetColumn('B', 'b'), datasetColumn('C', 'c')],
  );
  expect(matches).toEqual([
    { source: 0, id: 'B', by: 'name', moved: true, overlap: 0 },
    { source: 1, id: 'A', by: 'name', moved: true, overlap: 0 },
    { source: 2, id: 'C', by: 'name', moved: false, overlap: 0 },
  ]);
});

test('names are compared without case, width, spaces and punctuation', () => {
  expect(
    pairsOf(
      [columnSample('Order ID'), columnSample('ｃｉｔｙ')],
      [datasetColumn('O', 'order_id'), datasetColumn('C', 'City')],
    ),
  ).toEqual([
    [0, 'O', 'name'],
    [1, 'C', 'name'],
  ]);
});

test('a renamed column matches by name similarity', () => {
  expect(
    pairsOf(
      [columnSample('customer_name'), columnSample('订单金额（元）', 'number')],
      [datasetColumn('C', 'customer'), datasetColumn('A', '订单金额', 'number')],
    ),
  ).toEqual([
    [0, 'C', 'closeness'],
    [1, 'A', 'closeness'],
  ]);
});

test('a column with a different name matches by its values', () => {
  const fileColumns = [
    columnSample('城市', 'text', '上海', '北京', '广州'),
    columnSample('状态', 'text', 'paid', 'open', 'void'),
  ];
  const datasetColumns = [
    datasetColumn('S', 'status', 'text', 'open', 'paid', 'void'),
    datasetColumn('C', 'city', 'text', '北京', '上海', '深圳'),
  ];
  expect(pairsOf(fileColumns, datasetColumns)).toEqual([
    [0, 'C', 'values'],
    [1, 'S', 'values'],
  ]);
});

test('new columns have no match, missing ones are listed last', () => {
  expect(
    pairsOf(
      [columnSample('a'), columnSample('zzz', 'text', 'q')],
      [datasetColumn('A', 'a'), datasetColumn('B', 'price', 'number')],
    ),
  ).toEqual([
    [0, 'A', 'name'],
    [1, null, 'none'],
    [null, 'B', 'none'],
  ]);
});

test('similar names do not match across incompatible types', () => {
  expect(pairsOf([columnSample('amounts', 'boolean')], [datasetColumn('A', 'amount', 'number')])).toEqual([
    [0, null, 'none'],
    [null, 'A', 'none'],
  ]);
});

const columns = {
  prices: Array.from({ length: 60 }, (_, n) => String(20 + n * 1.37)),
  counts: Array.from({ length: 60 }, (_, n) => String(n + 1)),
  large: Array.from({ length: 60 }, (_, n) => String(90_000 + n * 731)),
  days: Array.from({ length: 40 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)),
  laterDays: Array.from({ length: 40 }, (_, n) => new Date(Date.UTC(2026, 1, 10 + n)).toISOString().slice(0, 10)),
  longAgo: Array.from({ length: 40 }, (_, n) => new Date(Date.UTC(1990, 0, 1 + n)).toISOString().slice(0, 10)),
  names: Array.from(
    { length: 40 },
    (_, n) => `Name${String.fromCodePoint(97 + (n % 26))} Family${'x'.repeat(n % 9)}${n}`,
  ),
  mails: Array.from({ length: 40 }, (_, n) => `person${n}@example.com`),
  cities: ['上海', '北京', '广州', '深圳'],
  states: ['paid', 'open', 'void'],
};
type ValueKind = keyof typeof columns;
const typeOf: Record<ValueKind, ColumnType> = {
  prices: 'number',
  counts: 'integer',
  large: 'integer',
  days: 'date',
  laterDays: 'date',
  longAgo: 'date',
  names: 'text',
  mails: 'text',
  cities: 'text',
  states: 'text',
};
const similarKinds = new Set(['days laterDays', 'laterDays days']);
const kinds = Object.keys(columns) as ValueKind[];

test.each(kinds.flatMap((one) => kinds.map((other) => [one, other] as const)))(
  'a column of %s is proposed for a dropped column of %s with a similar name only if their values are similar',
  (one, other) => {
    const isSimilar = one === other || similarKinds.has(`${one} ${other}`);
    const fileColumns = [columnSample('order value', typeOf[one], ...columns[one])];
    const dropped = [datasetColumn('A', 'order_value_old', typeOf[other], ...columns[other])];
    expect(pairsOf(fileColumns, dropped)[0]).toEqual([0, isSimilar ? 'A' : null, isSimilar ? 'closeness' : 'none']);
  },
);

test.each([
  ['amount', 'amount', 1],
  ['amount', 'amuont', 4 / 6],
  ['abc', 'xyz', 0],
  ['', 'a', 0],
])('the similarity of %s and %s is %d', (a, b, expected) => expect(nameSimilarity(a, b)).toBeCloseTo(expected));
