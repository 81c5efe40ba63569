import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { plainStyle } from '#domain/query/chart.ts';
import { emptyQuerySpec, type BuiltQuerySpec } from '#domain/query/query.ts';
import { numberValuesOf } from '#display/charts/number-values.ts';
import { kindFor } from '#display/charts/default-kind.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import { sampleFrameOf, sampleBuilderOf } from '#display/charts/sample-builder.ts';
import type { Look } from '#display/frame.ts';
import { withTrend } from '#display/frames.ts';
import { trendOf } from './trend.ts';
import { withTotals } from './totals.ts';

const column = (id: string, type: DatasetColumn['type']): DatasetColumn => ({
  id,
  name: id,
  type,
  role: type === 'date' ? 'time' : 'dimension',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label: { en_US: '', zh_CN: '' },
  description: { en_US: '', zh_CN: '' },
});
const subject = { columns: [column('city', 'text'), column('day', 'date'), column('paid', 'date')] };
const range = { from: '2025-01-01', to: '2026-06-30' };
const spec = emptyQuerySpec('d');
const calendar = { subject, range, weekStart: 'monday' as const };
const city = { id: 'd1', column: 'city', kind: 'value' as const };

test('queries the total for a number with dimensions', () => {
  const query = withTotals({ ask: { ...spec, dimensions: [city] }, kind: 'figure', options: {} });
  expect(query.totals).toEqual([[]]);
  expect(withTotals({ ask: spec, kind: 'figure', options: {} }).totals).toEqual([]);
});

test('covers the time extent of the data, or the period without its comparison', () => {
  expect(trendOf(spec, calendar)).toMatchObject({
    dimensions: [{ column: 'day', grain: { unit: 'month' } }],
    measures: spec.measures,
  });
  const span = { kind: 'last' as const, count: 30, grain: { unit: 'day' as const } };
  const compared: BuiltQuerySpec = {
    ...spec,
    period: { kind: 'during', column: 'paid', span, compare: { kind: 'previous' } },
  };
  expect(trendOf(compared, { ...calendar, range: undefined })).toMatchObject({
    dimensions: [{ column: 'paid', grain: { unit: 'day' } }],
    period: { span, compare: { kind: 'none' } },
  });
});

test('has no trend without time or with a dimension', () => {
  expect(trendOf(spec, { ...calendar, subject: { columns: [column('city', 'text')] } })).toBeUndefined();
  expect(trendOf(spec, { ...calendar, range: null })).toBeUndefined();
  expect(trendOf({ ...spec, dimensions: [city] }, calendar)).toBeUndefined();
});

test('keeps the number when the trend is added', () => {
  const { amounts, time } = sampleBuilderOf('en_US');
  const look: Look = {
    language: 'en_US',
    theme: 'light',
    units: 'language',
    rising: 'green',
    weekStart: 'monday',
    zone: 'UTC',
  };
  const number = sampleFrameOf([
    amounts(['Sum', 'Sum'], plainStyle, [6]),
    amounts(['Sum', 'Sum'], plainStyle, [3], 'base'),
  ]);
  const steps = sampleFrameOf([
    time(['Day', 'Day'], { unit: 'day' }, ['2026-01-01', '2026-01-02']),
    amounts(['Sum', 'Sum'], plainStyle, [2, 4]),
  ]);
  expect(kindFor(number)).toBe('figure');
  const options = optionsFor({ kind: 'figure', options: {} });
  expect(numberValuesOf({ frame: withTrend(number, steps), options, look })).toMatchObject([
    { value: 6, base: 3, percent: 1, trend: [2, 4] },
  ]);
});
