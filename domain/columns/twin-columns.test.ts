import { expect, test } from 'vitest';

import { areTwins, isOneToOne, languagePairOf } from './twin-columns.ts';

test.each([
  ['category', 'category_en'],
  ['category_zh', 'category_en'],
  ['categoryEn', 'category'],
  ['类目', '类目英文'],
  ['类目', '类目（英文）'],
])('%s and %s are names of twins', (a, b) => expect(areTwins(a, b)).toBe(true));

test.each([
  ['open', 'op'],
  ['city', 'province_en'],
  ['en', 'zh'],
])('%s and %s are not names of twins', (a, b) => expect(areTwins(a, b)).toBe(false));

test('columns are twins if nearly every value has one counterpart, one side in Chinese', () => {
  const pair = (left: string, right: string, rows: number) => ({ left, right, rows });
  const twins = [pair('茶', 'Tea', 500), pair('豆', 'Bean', 490), pair('茶', 'Teas', 10)];
  expect([isOneToOne(twins), languagePairOf(twins)]).toEqual([true, 'zh en']);
  const many = [pair('Tea', '甲', 50), pair('Tea', '乙', 50), pair('Bean', '丙', 50)];
  expect([isOneToOne(many), languagePairOf(many)]).toEqual([false, 'en zh']);
  expect(languagePairOf([pair('a', 'b', 1)])).toBeUndefined();
  expect([isOneToOne([]), languagePairOf([])]).toEqual([false, undefined]);
});
