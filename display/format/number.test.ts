import { expect, test } from 'vitest';

import { formatBytes, formatDuration, formatNumber, formatPercent, formatShort } from './number.ts';

test('Chinese uses units of ten thousand and a hundred million', () => {
  expect([0, 999, 9999, 12_345, 1_234_567, 123_456_789].map((value) => formatShort(value, 'zh_CN'))).toEqual([
    '0',
    '999',
    '9999',
    '1.23万',
    '123.46万',
    '1.23亿',
  ]);
});

test('English uses thousands, millions and billions', () => {
  expect([0, 999, 1234, 12_345_678, 1_234_567_890].map((value) => formatShort(value, 'en_US'))).toEqual([
    '0',
    '999',
    '1.23K',
    '12.35M',
    '1.23B',
  ]);
});

test('a value that rounds up to the next unit is shown in it', () => {
  expect(formatShort(999_999, 'en_US')).toBe('1M');
  expect(formatShort(99_999_999, 'zh_CN')).toBe('1亿');
  expect(formatShort(-1234, 'en_US')).toBe('-1.23K');
});

test('an empty value is a dash, not zero', () => {
  expect(formatShort(null, 'zh_CN')).toBe('-');
  expect(formatNumber(undefined, 'en_US')).toBe('-');
  expect(formatBytes(null, 'en_US')).toBe('-');
  expect(formatDuration(Number.NaN, 'zh_CN')).toBe('-');
});

test('a number in full keeps its digits', () => {
  expect(formatNumber(1_234_567.125, 'en_US')).toBe('1,234,567.125');
});

test('a fraction is shown in percent', () => {
  expect(formatPercent(0.065, 'en_US')).toBe('6.5%');
});

test('bytes are shown in a suitable unit', () => {
  expect([0, 512, 1024, 1536, 10_485_760, 1_073_741_824].map((value) => formatBytes(value, 'en_US'))).toEqual([
    '0 B',
    '512 B',
    '1 KB',
    '1.5 KB',
    '10 MB',
    '1 GB',
  ]);
});

test('a duration has its two largest units', () => {
  expect([0.25, 9.96, 42, 59.7, 61, 3600, 5400].map((value) => formatDuration(value, 'en_US'))).toEqual([
    '0.3 sec',
    '10 sec',
    '42 sec',
    '1 min',
    '1 min 1 sec',
    '1 hr',
    '1 hr 30 min',
  ]);
  expect(formatDuration(75, 'zh_CN')).toBe('1分钟 15秒');
});
