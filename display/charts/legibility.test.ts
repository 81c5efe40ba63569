import { expect, test } from 'vitest';

import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Frame, Look } from '#display/frame.ts';
import { drawBar, drawBarHorizontal } from './bar.ts';
import { contrastOf } from './colour.ts';
import { drawHeatmap } from './heatmap.ts';
import { inks } from './ink.ts';
import { widthOf } from './text-width.ts';
import { drawLine } from './line.ts';
import { drawPie } from './pie.ts';
import { optionsFor, type DrawInput } from './draw-input.ts';
import { sampleFrameOf, sampleBuilderOf, money } from './sample-builder.ts';
import { drawWaterfall } from './waterfall.ts';

const { names, amounts, time } = sampleBuilderOf('en_US');
const inputOf = (kind: ChartKind, frame: Frame, theme: Look['theme'] = 'light'): DrawInput => ({
  frame,
  kind,
  options: optionsFor({ kind, options: {} }),
  look: { language: 'en_US', theme, units: 'language', rising: 'green', weekStart: 'sunday', zone: 'UTC' },
  width: 640,
  height: 320,
  showTip: null,
  isStatic: true,
});
const named = (values: string[]) =>
  names(
    ['Name', 'Name'],
    values.map((value) => [value, value]),
  );
const sum = (values: number[], part: 'value' | 'base' = 'value') => amounts(['Sum', 'Sum'], money, values, part);

test('the rest has no shade in a heat map and does not affect its scale', () => {
  const frame = sampleFrameOf(
    [named(['a', 'b', '', 'a', 'b', '']), named(['x', 'x', 'x', 'y', 'y', 'y']), sum([1, 2, 90, 3, 4, 80])],
    {
      rest: [false, false, true, false, false, true],
    },
  );
  frame.values[0] = ['a', 'b', null, 'a', 'b', null];
  const { option } = drawHeatmap(inputOf('heatmap', frame));
  expect(option.visualMap).toMatchObject({ min: 0, max: 4 });
  const { data } = (option.series as { data: unknown[] }[])[0]!;
  expect(data.filter((cell) => !Array.isArray(cell))).toMatchObject([
    { value: [2, 0, 90], visualMap: false, itemStyle: { color: inks.light.rest } },
    { value: [2, 1, 80], visualMap: false, itemStyle: { color: inks.light.rest } },
  ]);
});

test('the compared period has enough contrast, and its name is not clipped where it fits', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
  const base = sum([1, 2, 2], 'base');
  base.field.label = 'Sum of amount · previous period';
  const frame = sampleFrameOf([time(['Day', 'Day'], { unit: 'day' }, days), sum([1, 2, 3]), base]);
  for (const theme of ['light', 'dark'] as const) {
    const { option } = drawLine(inputOf('line', frame, theme));
    const before = (option.series as { name: string; lineStyle: { color: string; width: number } }[]).at(-1)!;
    expect(before.name).toBe('Sum of amount · previous period');
    expect(contrastOf(before.lineStyle.color, inks[theme].surface)).toBeGreaterThan(2.5);
    expect((option.legend as { textStyle: { width: number } }).textStyle.width).toBeGreaterThan(240);
  }
});

type Text = { type: string; y: number; style: { verticalAlign: string; text: string } };

test('no waterfall label is below its bar, where the axis labels are', () => {
  const { option } = drawWaterfall(
    inputOf('waterfall', sampleFrameOf([named(['a', 'b', 'c']), sum([-1_230_000, 12, -5])])),
  );
  const { renderItem } = (option.series as { renderItem: (params: object, api: object) => { children: Text[] } }[])[0]!;
  const api = { value: () => 0, coord: ([x, y]: number[]) => [x! * 100, 200 - y! / 10_000], size: () => [100, 100] };
  const texts = [0, 1, 2].map((dataIndex) =>
    renderItem({ dataIndex }, api).children.find(({ type }) => type === 'text'),
  );
  expect(texts.map((text) => text!.style)).toMatchObject([
    { text: '-¥1.23M', verticalAlign: 'bottom' },
    { text: '+¥12', verticalAlign: 'bottom' },
    { text: '-¥5', verticalAlign: 'bottom' },
  ]);
  expect(texts[0]!.y).toBeLessThan(200);
});

test('value labels stand at the ends of bars and fit there', () => {
  const frame = sampleFrameOf([named(['Tea', 'Gifts']), sum([14_490_000, -3_000_000])]);
  for (const [draw, ends] of [
    [drawBar, ['top', 'bottom']],
    [drawBarHorizontal, ['right', 'left']],
  ] as const) {
    const { option } = draw(inputOf('bar', frame));
    const bars = (option.series as { label: { position: string }; data: { label?: { position: string } }[] }[])[0]!;
    expect(bars.data.map(({ label }) => label?.position ?? bars.label.position)).toEqual(ends);
  }
  const { option } = drawBarHorizontal(inputOf('bar_horizontal', frame));
  // Seven characters of 12 px, at two thirds of that width each for the widest font.
  expect((option.grid as { right: number }).right).toBeGreaterThanOrEqual(7 * 12 * 0.66 + 5);
});

test('ring labels keep a distance of half their height from the slices', () => {
  const { option } = drawPie(inputOf('ring', sampleFrameOf([named(['Tea', 'Gift sets']), sum([96, 4])])));
  const ring = (
    option.series as { labelLine: { length: number }; label: { lineHeight: number }; radius: number[] }[]
  )[0]!;
  expect(ring.labelLine.length).toBeGreaterThan(ring.label.lineHeight);
  expect(ring.radius[1]! + ring.labelLine.length + ring.label.lineHeight).toBeLessThanOrEqual(160);
});

test('labels of a time axis neither touch nor exceed the chart', () => {
  const dayAt = (index: number) => new Date(Date.UTC(2025, 10, 30) + index * 864e5).toISOString().slice(0, 10);
  for (const count of [2, 5, 13, 51, 52, 60, 90, 181, 366]) {
    for (const width of [240, 320, 480, 640, 900, 1360]) {
      const days = Array.from({ length: count }, (_, index) => dayAt(index));
      const frame = sampleFrameOf([time(['Day', 'Day'], { unit: 'day' }, days), sum(days.map(() => 1))]);
      const { option } = drawLine({ ...inputOf('line', frame), width });
      const { left, right } = option.grid as { left: number; right: number };
      const plot = width - left - right;
      const { axisLabel } = option.xAxis as unknown as { axisLabel: { formatter: (_: string, at: number) => string } };
      const boxes = days.flatMap((_, index) => {
        const label = axisLabel.formatter('', index);
        if (!label) return [];
        const labelWidth = Math.max(...label.split('\n').map((line) => widthOf(line, 12)));
        const position = (index / (count - 1)) * plot;
        return [
          index === count - 1
            ? [position - labelWidth, position]
            : [position - labelWidth / 2, position + labelWidth / 2],
        ];
      });
      expect(boxes.length, `${count} days in ${width} px`).toBeGreaterThan(0);
      expect(boxes.every(([, end], index) => index + 1 === boxes.length || boxes[index + 1]![0]! - end! >= 7)).toBe(
        true,
      );
      expect(boxes.at(-1)![1]).toBeLessThanOrEqual(plot + right);
    }
  }
});
