import { expect, test } from 'vitest';

import type { ColumnType } from '#contract/query.ts';
import { closeness, matchColumns } from './match.ts';

const side = (name: string, type: ColumnType = 'text', ...values: string[]) => ({
  name,
  type,
  values: new Set(values),
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
    { source: 0, id: 'B', by: 'name', moved: true },
    { source: 1, id: 'A', by: 'name', moved: true },
    { source: 2, id: 'C', by: 'name', moved: false },
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
  const found = [side('城市', 'text', '上海', '北京', '广州'), side('状态', 'text', 'paid', 'open')];
  const there = [known('S', 'status', 'text', 'open', 'paid', 'void'), known('C', 'city', 'text', '北京', '上海')];
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

test.each([
  ['amount', 'amount', 1],
  ['amount', 'amuont', 4 / 6],
  ['abc', 'xyz', 0],
  ['', 'a', 0],
])('%s and %s are close by %d', (a, b, expected) => expect(closeness(a, b)).toBeCloseTo(expected));
