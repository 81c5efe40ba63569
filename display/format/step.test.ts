import { expect, test } from 'vitest';

import type { Grain } from '#domain/query/query.ts';
import type { Field, Look } from '#display/frame.ts';
import { formatCell, formatDimension } from './cell.ts';
import { formatStep, formatStepCell, stepLabelOf } from './step.ts';

const base = { theme: 'light', units: 'language', rising: 'red', weekStart: 'monday', zone: 'Asia/Shanghai' } as const;
const zh: Look = { ...base, language: 'zh_CN' };
const en: Look = { ...base, language: 'en_US' };
const both = (value: unknown, grain: Grain | null) => [formatStep(value, grain, zh), formatStep(value, grain, en)];

test('a time step is written as each language writes it', () => {
  expect(both('2026-02-09T23:30:00Z', { unit: 'minute' })).toEqual(['2026-02-10 07:30', '2026-02-10 07:30']);
  expect(both('2026-02-09', { unit: 'day' })).toEqual(['2026-02-09 周一', '2026-02-09 Mon']);
  expect(both('2026-02-09', { unit: 'iso_week' })).toEqual([
    '2026-W07 (2月9日 – 2月15日)',
    '2026-W07 (Feb 9 – Feb 15)',
  ]);
  expect(both('2026-02-08', { unit: 'week', start: 'sunday' })).toEqual([
    '2026年2月8日 – 2月14日',
    'Feb 8 – Feb 14, 2026',
  ]);
  expect(both('2026-01-01', { unit: 'month' })).toEqual(['2026年1月', 'Jan 2026']);
  expect(both('2026-01-01', { unit: 'quarter' })).toEqual(['2026年第1季度', '2026 Q1']);
  expect(both('2026-01-01', { unit: 'year' })).toEqual(['2026年', '2026']);
  expect(both('2025-04-01', { unit: 'fiscal_year', start: 4 })).toEqual(['2025/26财年', 'FY2025/26']);
  expect(both('2026-01-01', { unit: 'fiscal_year', start: 1 })).toEqual(['2026财年', 'FY2026']);
});

test('dates are the same in every zone, moments are not', () => {
  const kolkata = { ...en, zone: 'Asia/Kolkata' };
  expect(formatStep('2026-02-09', { unit: 'day' }, kolkata)).toBe('2026-02-09 Mon');
  expect(formatStep('2026-02-09T18:30:00Z', { unit: 'hour' }, kolkata)).toBe('2026-02-10 00:00');
});

test('an ISO week belongs to the year of its Thursday', () => {
  expect(formatStepCell('2027-01-01', { unit: 'iso_week' }, en)).toBe('2026-W53');
  expect(formatStepCell('2024-12-30', { unit: 'iso_week' }, en)).toBe('2025-W01');
});

test('an axis label is short and has its context', () => {
  expect(stepLabelOf('2026-02-09', { unit: 'day' }, zh)).toEqual({ text: '2月9日', context: '2026年' });
  expect(stepLabelOf('2026-02-09', { unit: 'day' }, en)).toEqual({ text: 'Feb 9', context: '2026' });
  expect(stepLabelOf('2026-04-01', { unit: 'quarter' }, zh)).toEqual({ text: '二季度', context: '2026年' });
  expect(stepLabelOf('2026-02-09T23:30:00Z', { unit: 'hour' }, en)).toEqual({ text: '07:30', context: 'Feb 10' });
  expect(stepLabelOf('2027-01-01', { unit: 'iso_week' }, en)).toEqual({ text: 'W53', context: '2026' });
});

test('values that are not times are unchanged, and an empty value is a dash', () => {
  expect([...both('soon', { unit: 'day' }), ...both(null, { unit: 'day' })]).toEqual(['soon', 'soon', '-', '-']);
});

test('cells are written by the type of their column', () => {
  const dimension = { name: 'd', label: 'D', role: 'dimension', grain: null, width: null } as const;
  expect(formatDimension(100, { ...dimension, type: 'number', width: 50 }, en)).toBe('100 – 150');
  expect(formatDimension(2026, { ...dimension, type: 'integer' }, en)).toBe('2026');
  expect([
    formatDimension(true, { ...dimension, type: 'boolean' }, zh),
    formatDimension(false, { ...dimension, type: 'boolean' }, en),
  ]).toEqual(['是', 'No']);
  const measure: Field = {
    name: 'm',
    label: 'M',
    type: 'number',
    role: 'measure',
    measure: 'm',
    part: 'percent',
    style: { format: 'currency', decimals: null, unit: 'CNY' },
  };
  expect([
    formatCell(0.125, measure, zh),
    formatCell(1234.5, { ...measure, part: 'value' }, zh),
    formatCell(null, measure, en),
  ]).toEqual(['12.5%', '¥1,234.5', '-']);
});
