import { expect, test } from 'vitest';

import { type NumberStyle, plainStyle } from '#domain/query/chart.ts';
import type { Look } from '#display/frame.ts';
import { formatDifference, formatPercentChange } from './change.ts';
import { formatExact } from './exact.ts';
import { formatAmount, formatIn, unitFor } from './unit.ts';

const base = { theme: 'light', units: 'language', rising: 'red', weekStart: 'monday', zone: 'Asia/Shanghai' } as const;
const zh: Look = { ...base, language: 'zh_CN' };
const en: Look = { ...base, language: 'en_US' };
const styleOf = (format: NumberStyle['format'], unit = '', decimals: number | null = null): NumberStyle => ({
  format,
  unit,
  decimals,
});
const amounts = (values: (number | null)[], look: Look, style = plainStyle) =>
  values.map((value) => formatAmount(value, style, look));

test('Chinese uses 万 and 亿, English K, M and B', () => {
  expect(amounts([0, 9999, 12_345, 1_234_567, 123_456_789, 1.2e12], zh)).toEqual([
    '0',
    '9999',
    '1.23万',
    '123.46万',
    '1.23亿',
    '1.2万亿',
  ]);
  expect(amounts([0, 999, 1234, 12_345_678, 1_234_567_890], en)).toEqual(['0', '999', '1.23K', '12.35M', '1.23B']);
});

test('a number that rounds up to the next unit is shown in it', () => {
  expect(amounts([999_999, 990_000, -999_999], en)).toEqual(['1M', '990K', '-1M']);
  expect(amounts([99_999_999], zh)).toEqual(['1亿']);
});

test('all numbers of a column share a unit and number of decimals', () => {
  const values = [1_234_567, 20_000, 5, null, 0, -300_000];
  const unit = unitFor(values, plainStyle, zh);
  expect(values.map((value) => formatIn(unit, value))).toEqual(['123.46万', '2.00万', '5', '-', '0', '-30.00万']);
  expect(formatIn(unitFor([20_000, 40_000], plainStyle, zh), 20_000)).toBe('2万');
});

test('only zero is shown as zero, and no minus is lost', () => {
  const values = [-1_230_000, 12, -5, 0.004, 0];
  const unit = unitFor(values, styleOf('currency', 'CNY'), en);
  expect(values.map((value) => formatIn(unit, value))).toEqual(['-¥1.23M', '¥12', '-¥5', '¥0.004', '¥0']);
  const shares = unitFor([0.5, 0.333], styleOf('percent'), en);
  expect([0.000_01, -0.000_01].map((value) => formatIn(shares, value))).toEqual(['0.001%', '-0.001%']);
  expect(amounts([0.004, -0.004], en, styleOf('plain', '', 2))).toEqual(['0.004', '-0.004']);
  expect([0.0001, -0.0001].map((value) => formatPercentChange(value, en))).toEqual(['+0.01%', '-0.01%']);
  // Zero, but for the floating-point error of 0.1 + 0.2 - 0.3.
  expect(formatIn(unitFor([0.1, 0.3], plainStyle, en), 0.1 + 0.2 - 0.3)).toBe('0');
});

test('the units of the other language, or none, can be preferred', () => {
  expect(formatAmount(12_345_678, plainStyle, { ...zh, units: 'thousand' })).toBe('12.35M');
  expect(formatAmount(12_345_678, plainStyle, { ...en, units: 'wan' })).toBe('1,234.57万');
  expect(formatAmount(12_345_678, plainStyle, { ...en, units: 'none' })).toBe('12,345,678');
});

test('small numbers keep their significant digits', () => {
  expect(amounts([0.5, 0.012_34, 0.000_001_2, -0.25], en)).toEqual(['0.5', '0.012', '0.0000012', '-0.25']);
  expect(amounts([1e-12, 1e30], en)).toEqual(['1E-12', '1E18T']);
});

test('money has a symbol before it or a word behind it', () => {
  expect(amounts([12_345, -12_345], zh, styleOf('currency', 'CNY'))).toEqual(['¥1.23万', '-¥1.23万']);
  expect(amounts([5], zh, styleOf('currency', '￥'))).toEqual(['¥5']);
  expect(amounts([12_345], en, styleOf('currency', 'USD'))).toEqual(['$12.35K']);
  expect(amounts([12_345], zh, styleOf('currency', '元'))).toEqual(['1.23万元']);
  expect(amounts([12_345], en, styleOf('currency', '€'))).toEqual(['€12.35K']);
  expect(amounts([12], en, styleOf('plain', 'kg'))).toEqual(['12 kg']);
  expect(amounts([12_345], en, styleOf('currency', 'XXQ'))).toEqual(['XXQ 12.35K']);
});

test('percent, bytes and durations have their own units', () => {
  expect(amounts([0.1234, 0.5, 2], en, styleOf('percent'))).toEqual(['12.34%', '50%', '200%']);
  expect(amounts([512, 1536, 5_368_709_120], en, styleOf('bytes'))).toEqual(['512 B', '1.5 KB', '5 GB']);
  expect(amounts([0.25, 90, 5400, 7200], en, styleOf('duration'))).toEqual(['250 ms', '90 s', '90 min', '2 h']);
  expect(amounts([90, 259_200], zh, styleOf('duration'))).toEqual(['90秒', '3天']);
});

test('the number of decimals can be fixed', () => {
  expect(amounts([1234.5], en, styleOf('plain', '', 0))).toEqual(['1K']);
  expect(amounts([0.5], zh, styleOf('percent', '', 2))).toEqual(['50.00%']);
});

test('the exact value has all digits', () => {
  expect(formatExact(1_234_567.125, plainStyle, en)).toBe('1,234,567.125');
  expect(formatExact('12345678901234567890', plainStyle, zh)).toBe('12,345,678,901,234,567,890');
  expect(formatExact(-1234.5, styleOf('currency', 'CNY'), zh)).toBe('-¥1,234.5');
  expect(formatExact(1_234_567, styleOf('bytes'), en)).toBe('1,234,567 B (1.18 MB)');
  expect(formatExact(0.065_43, styleOf('percent'), zh)).toBe('6.543%');
  expect([
    formatExact(null, plainStyle, zh),
    formatExact('soon', plainStyle, en),
    formatExact(Number.NaN, plainStyle, en),
  ]).toEqual(['-', '-', '-']);
});

test('a change has a sign', () => {
  expect([
    formatPercentChange(0.1234, zh),
    formatPercentChange(-0.05, en),
    formatPercentChange(0, en),
    formatPercentChange(null, en),
  ]).toEqual(['+12.3%', '-5%', '0%', '-']);
  expect(formatPercentChange(12.345, en)).toBe('+1,235%');
  expect([
    formatDifference(12_345, plainStyle, zh),
    formatDifference(-12_345, styleOf('currency', 'USD'), en),
    formatDifference(null, plainStyle, zh),
  ]).toEqual(['+1.23万', '-$12.35K', '-']);
});
