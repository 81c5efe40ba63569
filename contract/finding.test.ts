import { expect, test } from 'vitest';

import { findIn, joinMarks } from './finding.ts';
import { type ReadingsOf, subjectOf, wordsOf } from './match.ts';

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

const thingOf = (...names: string[]) => ({ names: names.map((name) => subjectOf(name, readingsOf)), places: [] });

/** What of the texts is found by what was typed, with the parts that were meant in brackets. */
function found(typed: string, ...texts: string[]): string[] {
  return findIn(
    texts.map((text) => thingOf(text)),
    wordsOf(typed),
    readingsOf,
  ).map(([{ names }, finding]) =>
    joinMarks(finding.names[0]!).reduceRight(
      (text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`,
      names[0]!.text,
    ),
  );
}

test('Chinese is found by its characters, by pinyin, by initials and by a mix of them', () => {
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
    expect(found(typed, '销售管理')).toEqual(['[销售管理]']);
  expect(found('xiaosh', '销售管理')).toEqual(['[销售]管理']);
  expect(found('shou', '销售管理')).toEqual(['销[售]管理']);
  expect(found('xsbao', '销售管理')).toEqual([]);
});

test('a character of several readings is found by each, by the one that is right here first', () => {
  expect(found('chongqing', '重庆')).toEqual(['[重庆]']);
  expect(found('zhongqing', '重庆')).toEqual(['[重庆]']);
  expect(found('cq', '重庆', '日报')).toEqual(['[重庆]']);
});

test('letters count whatever their case, accents and width', () => {
  expect(found('CAFÉ', 'Cafe')).toEqual(['[Cafe]']);
  expect(found('cafe', 'ＣＡＦÉ')).toEqual(['[ＣＡＦÉ]']);
  expect(found('salesreport', 'Sales-Report')).toEqual(['[Sales-Report]']);
  expect(found('mrr', 'Monthly recurring revenue')).toEqual(['[M]onthly [r]ecurring [r]evenue']);
});

test('the beginning of a name comes before the beginning of a word, and that before the inside of one', () => {
  expect(found('age', 'Average', 'Old age', 'Age')).toEqual(['[Age]', 'Old [age]', 'Aver[age]']);
});

test('a slip of a letter or of a character finds what was meant', () => {
  expect(found('slaes', 'Sales')).toEqual(['[Sales]']);
  expect(found('reveneu', 'Monthly revenue')).toEqual(['Monthly [revenue]']);
  expect(found('xioashou', '销售管理')).toEqual(['[销售]管理']);
  expect(found('销受', '销售管理')).toEqual(['[销售]管理']);
  expect(found('cat', 'Car')).toEqual([]);
});

test('every word must be somewhere, and a place alone does not find what is in it', () => {
  const card = { names: [subjectOf('By day', readingsOf)], places: [subjectOf('Sales', readingsOf)] };
  const find = (typed: string) => findIn([card], wordsOf(typed), readingsOf).length;
  expect([find('sales day'), find('day'), find('sales'), find('day costs')]).toEqual([1, 1, 0, 0]);
});

test('nothing that anyone types takes long', () => {
  const things = Array.from({ length: 50 }, () => thingOf('重'.repeat(200), 'z'.repeat(200)));
  for (const typed of ['z'.repeat(200), 'zhong'.repeat(40), '重'.repeat(200), '(.*)+$', '😀'])
    expect(findIn(things, wordsOf(typed), readingsOf).length).toBeGreaterThanOrEqual(0);
});
