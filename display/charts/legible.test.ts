import { expect, test } from 'vitest';

import type { ChartKind } from '#contract/chart.ts';
import type { Frame, Look } from '#display/frame.ts';
import { drawBar, drawBarHorizontal } from './bar.ts';
import { contrastOf } from './colour.ts';
import { drawHeatmap } from './heatmap.ts';
import { inks } from './ink.ts';
import { widthOf } from './lettering.ts';
import { drawLine } from './line.ts';
import { drawPie } from './pie.ts';
import { optionsFor, type Picture } from './picture.ts';
import { frameOf, makerOf, money } from './sample-kit.ts';
import { drawWaterfall } from './waterfall.ts';

const { names, amounts, time } = makerOf('en_US');
const pictureOf = (kind: ChartKind, frame: Frame, theme: Look['theme'] = 'light'): Picture => ({
  frame,
  kind,
  options: optionsFor({ kind, options: {} }),
  look: { language: 'en_US', theme, units: 'language', rising: 'green', weekStart: 'sunday', zone: 'UTC' },
  width: 640,
  height: 320,
  showTip: null,
  isStill: true,
});
const named = (values: string[]) =>
  names(
    ['Name', 'Name'],
    values.map((value) => [value, value]),
  );
const sum = (values: number[], part: 'value' | 'base' = 'value') => amounts(['Sum', 'Sum'], money, values, part);

test('the rest of a heat map has no shade and no say in the scale', () => {
  const frame = frameOf(
    [named(['a', 'b', '', 'a', 'b', '']), named(['x', 'x', 'x', 'y', 'y', 'y']), sum([1, 2, 90, 3, 4, 80])],
    {
      rest: [false, false, true, false, false, true],
    },
  );
  frame.values[0] = ['a', 'b', null, 'a', 'b', null];
  const { option } = drawHeatmap(pictureOf('heatmap', frame));
  expect(option.visualMap).toMatchObject({ min: 0, max: 4 });
  const { data } = (option.series as { data: unknown[] }[])[0]!;
  expect(data.filter((cell) => !Array.isArray(cell))).toMatchObject([
    { value: [2, 0, 90], visualMap: false, itemStyle: { color: inks.light.rest } },
    { value: [2, 1, 80], visualMap: false, itemStyle: { color: inks.light.rest } },
  ]);
});

test('the period before is seen well, and its name is whole where there is room', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
  const base = sum([1, 2, 2], 'base');
  base.field.label = 'Sum of amount · previous period';
  const frame = frameOf([time(['Day', 'Day'], { unit: 'day' }, days), sum([1, 2, 3]), base]);
  for (const theme of ['light', 'dark'] as const) {
    const { option } = drawLine(pictureOf('line', frame, theme));
    const before = (option.series as { name: string; lineStyle: { color: string; width: number } }[]).at(-1)!;
    expect(before.name).toBe('Sum of amount · previous period');
    expect(contrastOf(before.lineStyle.color, inks[theme].surface)).toBeGreaterThan(2.5);
    expect((option.legend as { textStyle: { width: number } }).textStyle.width).toBeGreaterThan(240);
  }
});

type Text = { type: string; y: number; style: { verticalAlign: string; text: string } };

test('no label of a waterfall is below its bar, where the names of the axis are', () => {
  const { option } = drawWaterfall(
    pictureOf('waterfall', frameOf([named(['a', 'b', 'c']), sum([-1_230_000, 12, -5])])),
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

test('the number of a bar stands where the bar ends and has room there', () => {
  const frame = frameOf([named(['Tea', 'Gifts']), sum([14_490_000, -3_000_000])]);
  for (const [draw, ends] of [
    [drawBar, ['top', 'bottom']],
    [drawBarHorizontal, ['right', 'left']],
  ] as const) {
    const { option } = draw(pictureOf('bar', frame));
    const bars = (option.series as { label: { position: string }; data: { label?: { position: string } }[] }[])[0]!;
    expect(bars.data.map(({ label }) => label?.position ?? bars.label.position)).toEqual(ends);
  }
  const { option } = drawBarHorizontal(pictureOf('bar_horizontal', frame));
  // Seven characters of twelve pixels, of which the widest font takes two thirds.
  expect((option.grid as { right: number }).right).toBeGreaterThanOrEqual(7 * 12 * 0.66 + 5);
});

test('labels of a ring are further from their slices than half of their height', () => {
  const { option } = drawPie(pictureOf('ring', frameOf([named(['Tea', 'Gift sets']), sum([96, 4])])));
  const ring = (
    option.series as { labelLine: { length: number }; label: { lineHeight: number }; radius: number[] }[]
  )[0]!;
  expect(ring.labelLine.length).toBeGreaterThan(ring.label.lineHeight);
  expect(ring.radius[1]! + ring.labelLine.length + ring.label.lineHeight).toBeLessThanOrEqual(160);
});

test('no two dates along an axis of time touch, and none reaches beyond the chart', () => {
  const dayAt = (index: number) => new Date(Date.UTC(2025, 10, 30) + index * 864e5).toISOString().slice(0, 10);
  for (const count of [2, 5, 13, 51, 52, 60, 90, 181, 366]) {
    for (const width of [240, 320, 480, 640, 900, 1360]) {
      const days = Array.from({ length: count }, (_, index) => dayAt(index));
      const frame = frameOf([time(['Day', 'Day'], { unit: 'day' }, days), sum(days.map(() => 1))]);
      const { option } = drawLine({ ...pictureOf('line', frame), width });
      const { left, right } = option.grid as { left: number; right: number };
      const plot = width - left - right;
      const { axisLabel } = option.xAxis as unknown as { axisLabel: { formatter: (_: string, at: number) => string } };
      const boxes = days.flatMap((_, index) => {
        const label = axisLabel.formatter('', index);
        if (!label) return [];
        const room = Math.max(...label.split('\n').map((line) => widthOf(line, 12)));
        const place = (index / (count - 1)) * plot;
        return [index === count - 1 ? [place - room, place] : [place - room / 2, place + room / 2]];
      });
      expect(boxes.length, `${count} days in ${width} px`).toBeGreaterThan(0);
      expect(boxes.every(([, end], index) => index + 1 === boxes.length || boxes[index + 1]![0]! - end! >= 7)).toBe(
        true,
      );
      expect(boxes.at(-1)![1]).toBeLessThanOrEqual(plot + right);
    }
  }
});
