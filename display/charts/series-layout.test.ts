import { expect, test } from 'vitest';

import { defaultOptions } from '#domain/query/chart.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { layOut } from './series-layout.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'monday',
  zone: 'UTC',
};
const dimension = (name: string, type: Field['type']): Field => ({
  name,
  label: name,
  type,
  role: 'dimension',
  grain: null,
  width: null,
});

test('rows with an empty name form their own series, named empty', () => {
  const style = { format: 'plain' as const, decimals: null, unit: '' };
  const frame: Frame = {
    fields: [
      dimension('day', 'date'),
      dimension('province', 'text'),
      { name: 'm', label: 'Sales', type: 'number', role: 'measure', measure: 'm', part: 'value', style },
    ],
    values: [
      ['2026-01-01', '2026-01-01'],
      ['Hunan', null],
      [5, 7],
    ],
    rest: [],
    totals: [],
    unfinished: null,
    isCutOff: false,
  };
  const { series } = layOut({ frame, options: defaultOptions, look });
  expect(series.map(({ name }) => name).toSorted()).toEqual(['Empty', 'Hunan']);
});
