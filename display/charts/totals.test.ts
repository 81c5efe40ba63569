import { expect, test } from 'vitest';

import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Frame, Look } from '#display/frame.ts';
import { baseText, numberValuesOf } from './number-values.ts';
import { refusalBeforeTotal, refusalOf, refusalOfDrawing } from './refusal.ts';
import { kindFor } from './default-kind.ts';
import { drawFunnel } from './funnel.ts';
import { optionsFor, type DrawInput } from './draw-input.ts';
import { type SampleFrameColumn, sampleFrameOf, sampleBuilderOf } from './sample-builder.ts';
import { summaryOf } from './summary.ts';
import { drawWaterfall } from './waterfall.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};
const { names, amounts, time } = sampleBuilderOf('en_US');
const plain = { format: 'plain' as const, decimals: null, unit: '' };
const options = optionsFor({ kind: 'figure', options: {} });
const sum = (values: (number | null)[], part: 'value' | 'base' = 'value') =>
  amounts(['Sum', 'Sum'], plain, values, part);
const named = (values: string[]) =>
  names(
    ['Name', 'Name'],
    values.map((value) => [value, value]),
  );
const inputOf = (kind: ChartKind, frame: Frame): DrawInput => ({
  frame,
  kind,
  options: optionsFor({ kind, options: {} }),
  look,
  width: 640,
  height: 320,
  showTip: null,
  isStatic: true,
});
const withTotal = (columns: SampleFrameColumn[]): Pick<Frame, 'totals'> => ({
  totals: [
    {
      dimensions: [],
      fields: columns.map(({ field }) => field),
      values: columns.map(({ values }) => values),
    },
  ],
});

test('a number over names is the grand total, with its change and without a trend', () => {
  const frame = sampleFrameOf([named(['Coffee', 'Tea']), sum([7, 3])], withTotal([sum([10]), sum([8], 'base')]));
  expect(refusalOf('figure', frame, 'en_US')).toBeNull();
  expect(numberValuesOf({ frame, options, look })).toMatchObject([
    { value: 10, base: 8, difference: 2, percent: 0.25, trend: [] },
  ]);
  expect(summaryOf(frame, 'figure', look)).toBe('Sum 10, +25% from 8');
});

test('a number over names without a grand total is refused', () => {
  const frame = sampleFrameOf([named(['Coffee', 'Tea']), sum([7, 3])]);
  expect(refusalOf('figure', frame, 'en_US')).toContain('a total');
  expect(refusalOf('figure', frame, 'zh_CN')).toContain('整体');
});

test('a number can be chosen for any dimensions, since the grand total is then queried', () => {
  const one = sampleFrameOf([named(['Coffee', 'Tea']), sum([7, 3])]);
  const two = sampleFrameOf([named(['Coffee', 'Tea']), named(['North', 'South']), sum([7, 3])]);
  for (const frame of [one, two]) {
    expect(refusalBeforeTotal('figure', frame, 'en_US')).toBeNull();
    const withGrandTotal = { ...frame, ...withTotal([sum([10])]) };
    expect(refusalOf('figure', withGrandTotal, 'en_US')).toBeNull();
    expect(numberValuesOf({ frame: withGrandTotal, options, look })).toMatchObject([{ value: 10, trend: [] }]);
  }
  expect(refusalBeforeTotal('gauge', one, 'en_US')).toContain('one number');
});

test('a number over time is the grand total, with the steps as trend', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-04'];
  const steps = [time(['Day', 'Day'], { unit: 'day' }, days), sum([1, 2, 4])];
  const frame = sampleFrameOf(steps, { unfinished: '2026-01-04', ...withTotal([sum([7])]) });
  expect(numberValuesOf({ frame, options, look })).toMatchObject([
    { value: 7, base: null, trend: [1, 2, null, 4], isUnfinished: true },
  ]);
  expect(numberValuesOf({ frame: sampleFrameOf(steps), options, look })).toMatchObject([{ value: 4 }]);
  expect(refusalOf('figure', sampleFrameOf(steps, { isCutOff: true }), 'en_US')).toContain('a total');
  expect(kindFor(sampleFrameOf([sum([7])]))).toBe('figure');
});

test('a number notes when there is nothing to compare with', () => {
  const textsOf = (value: number, before: number | null, isUnfiltered = true) => {
    const frame = sampleFrameOf([sum([value]), sum([before], 'base')], { isUnfiltered });
    const [number] = numberValuesOf({ frame, options, look });
    return [baseText(number!, look), baseText(number!, { ...look, language: 'zh_CN' })];
  };
  expect(textsOf(5, null)).toEqual(['no earlier data', '无对比数据']);
  expect(textsOf(5, 0)).toEqual(['no earlier data', '无对比数据']);
  expect(textsOf(5, 0, false)).toEqual(['from 0', '对比期 0']);
  expect(textsOf(5, 4)).toEqual(['from 4', '对比期 4']);
  const [alone] = numberValuesOf({ frame: sampleFrameOf([sum([5])]), options, look });
  expect(baseText(alone!, look)).toBeNull();
});

test('charts of a whole refuse a truncated result', () => {
  const cut = sampleFrameOf([named(['Ann', 'Bob', 'Cid']), sum([1, 2, 3])], { isCutOff: true });
  for (const kind of ['ring', 'pie', 'treemap', 'sunburst', 'funnel', 'waterfall'] as const) {
    expect(refusalOf(kind, cut, 'en_US'), kind).toContain('too many groups to add up');
    expect(refusalOf(kind, { ...cut, isCutOff: false }, 'en_US'), kind).toBeNull();
  }
  for (const kind of ['bar', 'bar_horizontal', 'area'] as const) {
    expect(refusalOfDrawing({ kind, options: { stack: 'percent' } }, cut, 'zh_CN'), kind).toContain('分组太多');
    expect(refusalOfDrawing({ kind, options: {} }, cut, 'zh_CN'), kind).toBeNull();
  }
});

test('a waterfall total includes parts that do not fit', () => {
  const letters = Array.from({ length: 100 }, (_, index) => `n${index}`);
  const { option } = drawWaterfall(inputOf('waterfall', sampleFrameOf([named(letters), sum(letters.map(() => 1))])));
  const { data } = (option.series as { data: { value: number[] }[] }[])[0]!;
  expect(data.length).toBeLessThan(30);
  expect(data.at(-1)!.value.slice(1)).toEqual([0, 100]);
});

const stagesOf = (columns: SampleFrameColumn[]) => {
  const { option, rows } = drawFunnel(inputOf('funnel', sampleFrameOf(columns)));
  const { data } = (option.series as { data: { value: number[] }[] }[])[0]!;
  return { amounts: data.map(({ value }) => value[0]), rows: rows[0] };
};

test('funnel stages without an order are sorted by size', () => {
  expect(stagesOf([named(['Cart', 'Paid', 'Visit']), sum([50, 20, 100])])).toEqual({
    amounts: [100, 50, 20],
    rows: [2, 0, 1],
  });
});

test('funnel stages that are numbered or measures keep their order', () => {
  expect(stagesOf([named(['1. Cart', '2. Visit', '3. Paid']), sum([50, 100, 20])]).amounts).toEqual([50, 100, 20]);
  expect(stagesOf([named(['第一步', '第二步']), sum([50, 100])]).amounts).toEqual([50, 100]);
  const visits = amounts(['Visits', 'Visits'], plain, [10]);
  expect(stagesOf([visits, sum([30])]).amounts).toEqual([10, 30]);
});
