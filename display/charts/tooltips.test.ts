import { expect, test } from 'vitest';

import { alignmentOf } from '#domain/time/alignment.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { inks } from './ink.ts';
import { drawBox } from './box.ts';
import { drawHistogram } from './histogram.ts';
import { drawLine } from './line.ts';
import { drawMap } from './map.ts';
import { drawRadar } from './radar.ts';
import { drawSankey } from './sankey.ts';
import { optionsFor, type DrawInput, type Tip } from './draw-input.ts';
import { drawPie } from './pie.ts';
import { drawTreemap } from './treemap.ts';
import { drawWaterfall } from './waterfall.ts';
import { drawWords } from './word-cloud.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'red',
  weekStart: 'monday',
  zone: 'UTC',
};
const style = { format: 'plain' as const, decimals: null, unit: '' };
const measure = (part: 'value' | 'base'): Field => ({
  name: part === 'value' ? 'm1' : 'm1.base',
  label: part === 'value' ? 'Sales' : 'Sales before',
  type: 'number',
  role: 'measure',
  measure: 'm1',
  part,
  style,
});
const province: Field = {
  name: 'd1',
  label: 'Province',
  type: 'text',
  role: 'dimension',
  grain: null,
  width: null,
};
const frame: Frame = {
  fields: [province, measure('value'), measure('base')],
  values: [
    ['广东', '江苏'],
    [1500, 900],
    [1200, 1000],
  ],
  rest: null,
  totals: [],
  unfinished: null,
  isCutOff: false,
};

type WithTooltip = { tooltip: { formatter: (target: object) => Tip } };

const draw: Partial<Record<ChartKind, (input: DrawInput) => { option: object }>> = {
  pie: drawPie,
  words: drawWords,
  china: drawMap,
  treemap: drawTreemap,
  waterfall: drawWaterfall,
  histogram: drawHistogram,
  sankey: drawSankey,
  box: drawBox,
  area: drawLine,
  radar: drawRadar,
};

function tipOf(kind: ChartKind, frame: Frame, target: object): Tip {
  const options = optionsFor({ kind, options: kind === 'area' ? { stack: 'stacked' } : {} });
  const input: DrawInput = {
    frame: frame,
    kind,
    options,
    look,
    width: 800,
    height: 400,
    showTip: (tip) => tip,
    isStatic: true,
  };
  return (draw[kind]!(input).option as WithTooltip).tooltip.formatter(target);
}

test.each(['pie', 'words', 'china', 'treemap', 'waterfall'] as const)(
  'hovering a mark of kind %s shows its base, difference and percentage',
  (kind) => {
    const branch = { name: '广东', value: 1500, base: 1200, itemStyle: { color: '#112233' } };
    const target = { dataIndex: 0, seriesIndex: 0, name: '广东', data: branch };
    const { rows } = tipOf(kind, frame, target);
    expect(rows[0]).toMatchObject({ name: 'Sales', change: { text: '+300 (+25%)', colour: inks.light.bad } });
    expect(rows[0]!.value.replace('+', '')).toBe('1,500');
    expect(rows[1]).toMatchObject({ name: 'Sales before', value: '1,200', isQuiet: true });
  },
);

test('a value without comparison is shown alone', () => {
  const plain = { ...frame, fields: frame.fields.slice(0, 2), values: frame.values.slice(0, 2) };
  const { rows } = tipOf('words', plain, { dataIndex: 0, seriesIndex: 0 });
  expect(rows).toEqual([{ colour: expect.any(String), name: 'Sales', value: '1,500' }]);
});

const others: [ChartKind, Frame, object][] = [
  [
    'histogram',
    {
      ...frame,
      fields: [{ ...province, type: 'number', width: 10 }, ...frame.fields.slice(1)],
      values: [[0, 20], ...frame.values.slice(1)],
    },
    { dataIndex: 0 },
  ],
  [
    'sankey',
    {
      ...frame,
      fields: [province, { ...province, name: 'd2' }, ...frame.fields.slice(1)],
      values: [['广东', '江苏'], ['a', 'b'], ...frame.values.slice(1)],
    },
    { dataIndex: 0, dataType: 'node', data: { name: '0:广东' } },
  ],
  ['area', frame, { dataIndex: 0 }],
];

test.each(others)('tooltips of charts of kind %s compare values, too', (kind, frame, target) => {
  const { rows } = tipOf(kind, frame, target);
  expect(rows[0]).toMatchObject({ value: '1,500', change: { text: '+300 (+25%)' } });
  expect(rows[1]).toMatchObject({ value: '1,200', isQuiet: true });
});

test('a box tooltip compares each of its five numbers', () => {
  const values = [
    ['广东', '江苏', '浙江'],
    [3, 1, 2],
    [30, 10, 20],
  ];
  const { rows } = tipOf('box', { ...frame, values }, { seriesIndex: 0, dataIndex: 0 });
  expect(rows).toHaveLength(10);
  expect(rows.slice(4, 6)).toMatchObject([
    { name: 'Median', value: '2', change: { text: '-18 (-90%)' } },
    { name: 'Median (earlier)', value: '20', isQuiet: true },
  ]);
});

test('a radar tooltip compares each spoke', () => {
  const values = [
    ['广东', '江苏', '浙江'],
    [3, 1, 2],
    [30, 10, 20],
  ];
  expect(tipOf('radar', { ...frame, values }, { dataIndex: 0 }).rows.slice(0, 2)).toMatchObject([
    { name: '广东', value: '3', change: { text: '-27 (-90%)' } },
    { name: '广东 (earlier)', value: '30', isQuiet: true },
  ]);
});

test('a step tooltip shows the compared period, up to the same time if the step is unfinished', () => {
  const span = { kind: 'last', count: 12, grain: { unit: 'month' } } as const;
  const clock = { now: Date.parse('2026-11-16T10:42:00Z'), zone: 'UTC' };
  const week = { unit: 'week', start: 'monday' } as const;
  const comparedFrame: Frame = {
    ...frame,
    fields: [{ ...province, type: 'date', grain: week }, ...frame.fields.slice(1)],
    values: [['2026-11-09', '2026-11-16'], ...frame.values.slice(1)],
    unfinished: '2026-11-16',
    alignment: alignmentOf({ span, compare: { kind: 'previous' }, clock }, [week]),
  };
  expect(tipOf('area', comparedFrame, { dataIndex: 0 }).note).toBe('Compared with 2025-11-10 to 2025-11-16');
  expect(tipOf('area', comparedFrame, { dataIndex: 1 }).note).toBe(
    'Incomplete · Compared with 2025-11-17 00:00 – 10:42',
  );
});
