import { expect, test } from 'vitest';

import type { ColumnType } from '#contract/query.ts';
import { matchColumns } from './match.ts';
import { closeness } from './name-likeness.ts';

const side = (name: string, type: ColumnType = 'text', ...values: string[]) => ({
  name,
  type,
  values: new Set(values),
  cells: values.length,
});
const known = (id: string, name: string, type: ColumnType = 'text', ...values: string[]) => ({
  id,
  ...side(name, type, ...values),
});

const pairsOf = (...args: Parameters<typeof matchColumns>) =>
  matchColumns(...args).map(({ source, id, by }) => [source, id, by]);

test('columns of the same name belong together, wherever they stand', () => {
  const matches = matchColumns([side('b'), side('a'), side('c')], [known('A', 'a'), known('B', 'b'), known('C', 'c')]);
  expect(matches).toEqual([
    { source: 0, id: 'B', by: 'name', moved: true, overlap: 0 },
    { source: 1, id: 'A', by: 'name', moved: true, overlap: 0 },
    { source: 2, id: 'C', by: 'name', moved: false, overlap: 0 },
  ]);
});

test('case, width, spaces and punctuation do not tell names apart', () => {
  expect(pairsOf([side('Order ID'), side('ｃｉｔｙ')], [known('O', 'order_id'), known('C', 'City')])).toEqual([
    [0, 'O', 'name'],
    [1, 'C', 'name'],
  ]);
});

test('a renamed column is found by the closeness of its name', () => {
  expect(
    pairsOf(
      [side('customer_name'), side('订单金额（元）', 'number')],
      [known('C', 'customer'), known('A', '订单金额', 'number')],
    ),
  ).toEqual([
    [0, 'C', 'closeness'],
    [1, 'A', 'closeness'],
  ]);
});

test('a column with another name is found by its values', () => {
  const found = [side('城市', 'text', '上海', '北京', '广州'), side('状态', 'text', 'paid', 'open', 'void')];
  const there = [
    known('S', 'status', 'text', 'open', 'paid', 'void'),
    known('C', 'city', 'text', '北京', '上海', '深圳'),
  ];
  expect(pairsOf(found, there)).toEqual([
    [0, 'C', 'values'],
    [1, 'S', 'values'],
  ]);
});

test('new columns have no partner, missing ones are listed after', () => {
  expect(pairsOf([side('a'), side('zzz', 'text', 'q')], [known('A', 'a'), known('B', 'price', 'number')])).toEqual([
    [0, 'A', 'name'],
    [1, null, 'none'],
    [null, 'B', 'none'],
  ]);
});

test('names that are close do not beat a type that cannot be', () => {
  expect(pairsOf([side('amounts', 'boolean')], [known('A', 'amount', 'number')])).toEqual([
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
type Kind = keyof typeof columns;
const typeOf: Record<Kind, ColumnType> = {
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
const alike = new Set(['days laterDays', 'laterDays days']);
const kinds = Object.keys(columns) as Kind[];

test.each(kinds.flatMap((one) => kinds.map((other) => [one, other] as const)))(
  'a column of %s is proposed for a dropped column of %s with a similar name only if their values are alike',
  (one, other) => {
    const isAlike = one === other || alike.has(`${one} ${other}`);
    const found = [side('order value', typeOf[one], ...columns[one])];
    const dropped = [known('A', 'order_value_old', typeOf[other], ...columns[other])];
    expect(pairsOf(found, dropped)[0]).toEqual([0, isAlike ? 'A' : null, isAlike ? 'closeness' : 'none']);
  },
);

test.each([
  ['amount', 'amount', 1],
  ['amount', 'amuont', 4 / 6],
  ['abc', 'xyz', 0],
  ['', 'a', 0],
])('%s and %s are close by %d', (a, b, expected) => expect(closeness(a, b)).toBeCloseTo(expected));
