import { describe, expect, test } from 'vitest';

import { withEmphasis } from './emphasis.ts';
import { drawPicture } from './draw.ts';
import { optionsFor } from './picture.ts';
import { meaning, pointAt } from './points.ts';
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
  test('a row stands for the values of its dimensions, an empty one included', () => {
    expect(pointAt(frame, 0)).toEqual({ city: 'Paris' });
    expect(pointAt(frame, 2)).toEqual({ city: null });
  });

  test('the rest cannot be meant', () => {
    expect(pointAt(frame, 3)).toBeUndefined();
    expect(meaning(frame, [{ city: null }])(3)).toBe(false);
  });

  test('nothing is meant by dimensions that are not asked for', () => {
    expect(pointAt(frame, 0, [])).toBeUndefined();
  });

  test('a range means all between its ends', () => {
    const isMeant = meaning(
      {
        ...frame,
        values: [
          ['2026-01-01', '2026-02-01', '2026-03-01', null],
          [1, 1, 1, 1],
        ],
      },
      [{ city: { from: '2026-01-15', to: '2026-03-01' } }],
    );
    expect([0, 1, 2, 3].map(isMeant)).toEqual([false, true, true, false]);
  });

  test('what is not meant becomes faint', () => {
    const drawing = { kind: 'bar_horizontal' as const, options: {} };
    const drawn = drawPicture({
      frame,
      ...drawing,
      options: optionsFor(drawing),
      look,
      width: 400,
      height: 300,
      showTip: null,
      isStill: true,
    });
    const { series } = withEmphasis(drawn, meaning(frame, [{ city: 'Rome' }])) as {
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
