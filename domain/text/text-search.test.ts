import { expect, test } from 'vitest';

import { searchItems, mergeRanges } from './text-search.ts';
import { type ReadingsOf, subjectOf, wordsOf } from './text-match.ts';

const sounds: Record<string, string[]> = {
  销: ['xiao'],
  售: ['shou'],
  管: ['guan'],
  理: ['li'],
  重: ['chong', 'zhong'],
  庆: ['qing'],
  受: ['shou'],
  日: ['ri'],
  报: ['bao'],
};
const readingsOf: ReadingsOf = (text) => Array.from({ length: text.length }, (_, at) => sounds[text.charAt(at)]);

const itemOf = (...names: string[]) => ({ names: names.map((name) => subjectOf(name, readingsOf)), places: [] });

/** Search results, with the matched ranges in brackets. */
function searchResults(typed: string, ...texts: string[]): string[] {
  return searchItems(
    texts.map((text) => itemOf(text)),
    wordsOf(typed),
    readingsOf,
  ).map(([{ names }, match]) =>
    mergeRanges(match.names[0]!).reduceRight(
      (text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`,
      names[0]!.text,
    ),
  );
}

test('finds Chinese by characters, pinyin, initials and a mix of them', () => {
  for (const typed of [
    '销售管理',
    'xsgl',
    'XSGL',
    'xiaoshouguanli',
    'xiaosgl',
    'xiao售guan理',
    'xshgl',
    'xiao shou guan li',
  ])
    expect(searchResults(typed, '销售管理')).toEqual(['[销售管理]']);
  expect(searchResults('xiaosh', '销售管理')).toEqual(['[销售]管理']);
  expect(searchResults('shou', '销售管理')).toEqual(['销[售]管理']);
  expect(searchResults('xsbao', '销售管理')).toEqual([]);
});

test('finds a character with several readings by each of them, the right one first', () => {
  expect(searchResults('chongqing', '重庆')).toEqual(['[重庆]']);
  expect(searchResults('zhongqing', '重庆')).toEqual(['[重庆]']);
  expect(searchResults('cq', '重庆', '日报')).toEqual(['[重庆]']);
});

test('ignores case, accents and width of letters', () => {
  expect(searchResults('CAFÉ', 'Cafe')).toEqual(['[Cafe]']);
  expect(searchResults('cafe', 'ＣＡＦÉ')).toEqual(['[ＣＡＦÉ]']);
  expect(searchResults('salesreport', 'Sales-Report')).toEqual(['[Sales-Report]']);
  expect(searchResults('mrr', 'Monthly recurring revenue')).toEqual(['[M]onthly [r]ecurring [r]evenue']);
});

test('ranks the start of a name before the start of a word, and that before the inside of one', () => {
  expect(searchResults('age', 'Average', 'Old age', 'Age')).toEqual(['[Age]', 'Old [age]', 'Aver[age]']);
});

test('tolerates a typo in a letter or a homophone character', () => {
  expect(searchResults('slaes', 'Sales')).toEqual(['[Sales]']);
  expect(searchResults('reveneu', 'Monthly revenue')).toEqual(['Monthly [revenue]']);
  expect(searchResults('xioashou', '销售管理')).toEqual(['[销售]管理']);
  expect(searchResults('销受', '销售管理')).toEqual(['[销售]管理']);
  expect(searchResults('cat', 'Car')).toEqual([]);
});

test('every word must match, and a location alone does not match what is in it', () => {
  const card = { names: [subjectOf('By day', readingsOf)], places: [subjectOf('Sales', readingsOf)] };
  const find = (typed: string) => searchItems([card], wordsOf(typed), readingsOf).length;
  expect([find('sales day'), find('day'), find('sales'), find('day costs')]).toEqual([1, 1, 0, 0]);
});

test('no input takes long', () => {
  const items = Array.from({ length: 50 }, () => itemOf('重'.repeat(200), 'z'.repeat(200)));
  for (const typed of ['z'.repeat(200), 'zhong'.repeat(40), '重'.repeat(200), '(.*)+$', '😀'])
    expect(searchItems(items, wordsOf(typed), readingsOf).length).toBeGreaterThanOrEqual(0);
});
