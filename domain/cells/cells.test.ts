import { describe, expect, test } from 'vitest';

import { type CellOptions, readCell } from './cells.ts';
import type { ColumnType } from '#domain/query/query.ts';

const shanghai: CellOptions = { zone: 'Asia/Shanghai' };
const read = (text: string, type: ColumnType, options = shanghai) => {
  const reading = readCell(text, type, options);
  return 'value' in reading ? reading.value : reading.reason;
};

describe('a cell is parsed by the type of its column', () => {
  test.each<[string, ColumnType, unknown]>([
    ['', 'text', null],
    ['-', 'text', '-'],
    [' 007 ', 'text', ' 007 '],
    ['-', 'integer', null],
    ['N/A', 'date', null],
    ['12', 'integer', 12],
    ['1,234', 'integer', 1234],
    ['1.2亿', 'integer', 120_000_000],
    ['12.5', 'integer', 'not_integer'],
    ['9007199254740993', 'integer', '9007199254740993'],
    ['9999999999999999999', 'integer', 'not_integer'],
    ['1,234.5', 'number', 1234.5],
    ['1,23', 'number', 'not_number'],
    ['6.5%', 'number', 0.065],
    ['６．５％', 'number', 0.065],
    ['￥12.50', 'number', 12.5],
    ['-$1,200', 'number', -1200],
    ['(1,200)', 'number', -1200],
    ['1,234万', 'number', 12_340_000],
    ['12元', 'number', 12],
    ['1e3', 'number', 1000],
    ['1e999', 'number', 'not_number'],
    ['', 'number', null],
    ['.', 'number', null],
    ['$', 'number', 'not_number'],
    ['Yes', 'boolean', true],
    ['否', 'boolean', false],
    ['maybe', 'boolean', 'not_boolean'],
    ['2026-01-31', 'date', '2026-01-31'],
    ['2026/1/31', 'date', '2026-01-31'],
    ['2026年1月31日', 'date', '2026-01-31'],
    ['31.01.2026', 'date', '2026-01-31'],
    ['20260131', 'date', '2026-01-31'],
    ['2026-02-30', 'date', 'not_date'],
    ['2024-02-29', 'date', '2024-02-29'],
    ['2026-01-31 00:00:00', 'date', '2026-01-31'],
    ['2026-01-31 10:00', 'date', 'not_date'],
    ['5 Jan 2025', 'date', '2025-01-05'],
    ['Jan 5, 2025', 'date', '2025-01-05'],
    ['January 5th, 2025', 'date', '2025-01-05'],
    ['Sun, 05-Jan-25', 'date', '2025-01-05'],
    ['2025-Jan-05', 'date', '2025-01-05'],
    ['05Jan2025', 'date', '2025-01-05'],
    ['5 Sept. 2025', 'date', '2025-09-05'],
    ['31 Feb 2025', 'date', 'not_date'],
    ['5 Foo 2025', 'date', 'not_date'],
    ['1/31/26', 'date', '2026-01-31'],
    ['31/1/69', 'date', '1969-01-31'],
    ['31.01.26', 'date', '2026-01-31'],
    ['1.2.10', 'date', 'not_date'],
    ['Jan 2025', 'date', 'not_date'],
    ['2025', 'date', 'not_date'],
    ['Jan 5, 2025 3:07 PM', 'time', '2025-01-05T07:07:00.000Z'],
    ['1/31/26 08:05', 'time', '2026-01-31T00:05:00.000Z'],
    ['2026-01-31', 'time', '2026-01-30T16:00:00.000Z'],
    ['2026-01-31 10:00', 'time', '2026-01-31T02:00:00.000Z'],
    ['2026-01-31T10:00:00.123456Z', 'time', '2026-01-31T10:00:00.123456Z'],
    ['2026-01-31 10:00:00+0530', 'time', '2026-01-31T04:30:00.000Z'],
    ['2026年1月31日 下午1:05', 'time', '2026-01-31T05:05:00.000Z'],
    ['1/31/2026 12:30 am', 'time', '2026-01-30T16:30:00.000Z'],
    ['2026-01-31 25:00', 'time', 'not_time'],
    ['{"a": [1]}', 'json', '{"a": [1]}'],
    ['{a: 1}', 'json', 'not_json'],
    ['['.repeat(101) + ']'.repeat(101), 'json', 'not_json'],
  ])('%j as %s is %j', (text, type, expected) => {
    expect(read(text, type)).toEqual(expected);
  });
});

test.each<[string, 'year' | 'quarter' | 'month' | 'week', string | null]>([
  ['2025', 'year', '2025-01-01'],
  ['2025年', 'year', '2025-01-01'],
  ['20250', 'year', null],
  ['2025Q1', 'quarter', '2025-01-01'],
  ['2025-Q4', 'quarter', '2025-10-01'],
  ['Q3 2025', 'quarter', '2025-07-01'],
  ['2025年第2季度', 'quarter', '2025-04-01'],
  ['2025年三季度', 'quarter', '2025-07-01'],
  ['2025Q5', 'quarter', null],
  ['2025年1月', 'month', '2025-01-01'],
  ['2025-12', 'month', '2025-12-01'],
  ['202512', 'month', '2025-12-01'],
  ['Jan 2025', 'month', '2025-01-01'],
  ['Jan-25', 'month', '2025-01-01'],
  ['2025-13', 'month', null],
  ['2025-03-01', 'month', '2025-03-01'],
  ['2025-03-02', 'month', null],
  ['0025-03', 'month', null],
  ['0000Q1', 'quarter', null],
  ['2025-W01', 'week', '2024-12-30'],
  ['2026W53', 'week', '2026-12-28'],
  ['2025-W53', 'week', null],
  ['2025年第3周', 'week', '2025-01-13'],
])('%s as a %s begins on %s', (text, step, expected) => {
  const reading = readCell(text, 'date', { zone: 'UTC', step });
  expect('value' in reading ? reading.value : null).toBe(expected);
});

test.each([
  'NA',
  'n/a',
  '#N/A',
  'NULL',
  'None',
  'NaN',
  '-',
  '—',
  '?',
  '.',
  '..',
  '无',
  '空',
  '暂无',
  String.raw`\N`,
  '#DIV/0!',
])('%s is empty in typed columns and stays in text columns', (text) => {
  for (const type of ['integer', 'number', 'boolean', 'date', 'time'] as const) expect(read(text, type)).toBeNull();
  expect(read(text, 'text')).toBe(text);
  expect(read(text, 'text', { ...shanghai, empty: { [text]: true } })).toBeNull();
  expect(read(text, 'number', { ...shanghai, empty: { [text]: false } })).toBe('not_number');
});

test('the column decides whether the day or the month comes first', () => {
  expect(read('01/02/2026', 'date', { zone: 'UTC', dayFirst: true })).toBe('2026-02-01');
  expect(read('01/02/2026', 'date', { zone: 'UTC', dayFirst: false })).toBe('2026-01-02');
  expect(read('13/02/2026', 'date', { zone: 'UTC', dayFirst: false })).toBe('not_date');
  expect(read('13/02/2026', 'date', { zone: 'UTC' })).toBe('2026-02-13');
});

test('local times follow the daylight saving time of their zone', () => {
  expect(read('2026-07-01 12:00', 'time', { zone: 'Europe/Berlin' })).toBe('2026-07-01T10:00:00.000Z');
  expect(read('2026-12-01 12:00', 'time', { zone: 'Europe/Berlin' })).toBe('2026-12-01T11:00:00.000Z');
});
