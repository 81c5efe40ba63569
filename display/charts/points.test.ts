import { describe, expect, test } from 'vitest';

import { withEmphasis } from './emphasis.ts';
import { drawChart } from './draw-chart.ts';
import { optionsFor } from './draw-input.ts';
import { rowMatcherOf, pointAt } from './points.ts';
import type { Frame, Look } from '#display/frame.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};

const plain = { format: 'plain' as const, decimals: null, unit: '' };
const frame: Frame = {
  fields: [
    { name: 'city', label: 'City', type: 'text', role: 'dimension', grain: null, width: null },
    { name: 'm1', label: 'Rows', type: 'integer', role: 'measure', measure: 'm1', part: 'value', style: plain },
  ],
  values: [
    ['Paris', 'Rome', null, null],
    [3, 2, 1, 9],
  ],
  rest: [false, false, false, true],
  totals: [],
  unfinished: null,
  isCutOff: false,
};

describe('points', () => {
  test('a row maps to the values of its dimensions, including an empty one', () => {
    expect(pointAt(frame, 0)).toEqual({ city: 'Paris' });
    expect(pointAt(frame, 2)).toEqual({ city: null });
  });

  test('the rest cannot be picked', () => {
    expect(pointAt(frame, 3)).toBeUndefined();
    expect(rowMatcherOf(frame, [{ city: null }])(3)).toBe(false);
  });

  test('points of other dimensions match no row', () => {
    expect(pointAt(frame, 0, [])).toBeUndefined();
  });

  test('a range matches all values between its ends', () => {
    const isPicked = rowMatcherOf(
      {
        ...frame,
        values: [
          ['2026-01-01', '2026-02-01', '2026-03-01', null],
          [1, 1, 1, 1],
        ],
      },
      [{ city: { from: '2026-01-15', to: '2026-03-01' } }],
    );
    expect([0, 1, 2, 3].map(isPicked)).toEqual([false, true, true, false]);
  });

  test('rows that are not picked are faded', async () => {
    const drawing = { kind: 'bar_horizontal' as const, options: {} };
    const chart = await drawChart({
      frame,
      ...drawing,
      options: optionsFor(drawing),
      look,
      width: 400,
      height: 300,
      showTip: null,
      isStatic: true,
    });
    const { series } = withEmphasis(chart, rowMatcherOf(frame, [{ city: 'Rome' }])) as {
      series: { data: { itemStyle: { opacity?: number } }[] }[];
    };
    expect(series[0]!.data.map(({ itemStyle }) => itemStyle.opacity === undefined)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
