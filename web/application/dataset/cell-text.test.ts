import { expect, test } from 'vitest';

import { cellText } from './cell-text.ts';

const column = { type: 'number', role: 'measure', format: 'plain', unit: '' } as const;

test('an empty value is a dash', () => {
  expect([null, undefined, ''].map((value) => cellText(value, column, 'en_US'))).toEqual(['-', '-', '-']);
});

test('a measure has thousands separators, a numeric dimension has none', () => {
  expect(cellText(1_234_567.5, column, 'en_US')).toBe('1,234,567.5');
  expect(cellText(2026, { ...column, role: 'dimension' }, 'en_US')).toBe('2026');
});

test('a number is shown in the format and unit of its column', () => {
  expect(cellText(0.065, { ...column, format: 'percent' }, 'en_US')).toBe('6.5%');
  expect(cellText(2048, { ...column, format: 'bytes' }, 'zh_CN')).toBe('2 KB');
  expect(cellText(90, { ...column, format: 'duration' }, 'en_US')).toBe('1 min 30 sec');
  expect(cellText(1234.5, { ...column, format: 'currency', unit: '¥' }, 'zh_CN')).toBe('¥1,234.5');
  expect(cellText(12, { ...column, unit: 'kg' }, 'en_US')).toBe('12 kg');
});

test('a time shows its seconds', () => {
  const time = new Date(2026, 0, 5, 7, 8, 9).toISOString();
  expect(cellText(time, { ...column, type: 'time' }, 'zh_CN')).toBe('2026-01-05 07:08:09');
});

test('a nested value is shown as JSON', () => {
  expect(cellText({ a: [1] }, { ...column, type: 'json' }, 'en_US')).toBe('{"a":[1]}');
});

test('integers that are too long for a number stay text', () => {
  expect(cellText('9007199254740993', { ...column, type: 'integer' }, 'en_US')).toBe('9007199254740993');
});
