import { expect, test } from 'vitest';

import { freeName, labelOf, shortFileName, stemOf } from './names.ts';

test('a label that is missing in a language falls back to the name, not to the other language', () => {
  const named = (en_US: string, zh_CN: string) => ({ name: 'city', label: { en_US, zh_CN } });
  expect(labelOf(named('City', '城市'), 'zh_CN')).toBe('城市');
  expect(labelOf(named('City', ''), 'zh_CN')).toBe('city');
  expect(labelOf(named('', '城市'), 'en_US')).toBe('city');
  expect(labelOf(named('', ''), 'en_US')).toBe('city');
});

test('the stem of a file name has no format extensions', () => {
  expect(['sales.csv', 'a.b.ndjson.gz', '报表.XLSX', '.csv', 'plain'].map(stemOf)).toEqual([
    'sales',
    'a.b',
    '报表',
    '.csv',
    'plain',
  ]);
});

test('a taken name gets the first free number', () => {
  expect(freeName('Sales', [])).toBe('Sales');
  expect(freeName('Sales', ['sales', 'Sales 2'])).toBe('Sales 3');
});

test('a long file name keeps its ending', () => {
  const short = shortFileName(`${'x'.repeat(300)}.csv.gz`);
  expect(short.length).toBe(100);
  expect(short.endsWith('.csv.gz')).toBe(true);
});
