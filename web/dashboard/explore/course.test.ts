import { expect, test } from 'vitest';

import type { DatasetColumn } from '#contract/datasets.ts';
import { emptyAsk, type QueryAsk } from '#contract/query.ts';
import { figuresOf } from '#display/charts/figure.ts';
import { kindFor } from '#display/charts/kinds.ts';
import { optionsFor } from '#display/charts/picture.ts';
import { frameOf, makerOf, plain } from '#display/charts/sample-kit.ts';
import type { Look } from '#display/frame.ts';
import { withCourse } from '#display/frames.ts';
import { courseOf } from './course.ts';
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
const ask = emptyAsk('d');
const calendar = { subject, range, weekStart: 'monday' as const };
const city = { id: 'd1', column: 'city', kind: 'value' as const };

test('a figure of a question by names or by time asks for the whole, too', () => {
  const asked = withTotals({ ask: { ...ask, dimensions: [city] }, kind: 'figure', options: {} });
  expect(asked.totals).toEqual([[]]);
  expect(withTotals({ ask, kind: 'figure', options: {} }).totals).toEqual([]);
});

test('one number goes along the time of the data, or of its period without what it is compared with', () => {
  expect(courseOf(ask, calendar)).toMatchObject({
    dimensions: [{ column: 'day', grain: { unit: 'month' } }],
    measures: ask.measures,
  });
  const span = { kind: 'last' as const, count: 30, grain: { unit: 'day' as const } };
  const compared: QueryAsk = {
    ...ask,
    period: { kind: 'during', column: 'paid', span, compare: { kind: 'previous' } },
  };
  expect(courseOf(compared, { ...calendar, range: undefined })).toMatchObject({
    dimensions: [{ column: 'paid', grain: { unit: 'day' } }],
    period: { span, compare: { kind: 'none' } },
  });
});

test('without time, or with a dimension of its own, a question has no course', () => {
  expect(courseOf(ask, { ...calendar, subject: { columns: [column('city', 'text')] } })).toBeUndefined();
  expect(courseOf(ask, { ...calendar, range: null })).toBeUndefined();
  expect(courseOf({ ...ask, dimensions: [city] }, calendar)).toBeUndefined();
});

test('a number with its course is still that number', () => {
  const { amounts, time } = makerOf('en_US');
  const look: Look = {
    language: 'en_US',
    theme: 'light',
    units: 'language',
    rising: 'green',
    weekStart: 'monday',
    zone: 'UTC',
  };
  const number = frameOf([amounts(['Sum', 'Sum'], plain, [6]), amounts(['Sum', 'Sum'], plain, [3], 'base')]);
  const steps = frameOf([
    time(['Day', 'Day'], { unit: 'day' }, ['2026-01-01', '2026-01-02']),
    amounts(['Sum', 'Sum'], plain, [2, 4]),
  ]);
  expect(kindFor(number)).toBe('figure');
  const options = optionsFor({ kind: 'figure', options: {} });
  expect(figuresOf({ frame: withCourse(number, steps), options, look })).toMatchObject([
    { value: 6, base: 3, percent: 1, course: [2, 4] },
  ]);
});
