import { expect, test } from 'vitest';

import type { ChartKind } from '#contract/chart.ts';
import type { Frame, Look } from '#display/frame.ts';
import { baseText, figuresOf } from './figure.ts';
import { kindFor, refusalBefore, refusalOf, refusalOfDrawing } from './kinds.ts';
import { drawFunnel } from './funnel.ts';
import { optionsFor, type Picture } from './picture.ts';
import { type Column, frameOf, makerOf } from './sample-kit.ts';
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
const { names, amounts, time } = makerOf('en_US');
const plain = { format: 'plain' as const, decimals: null, unit: '' };
const options = optionsFor({ kind: 'figure', options: {} });
const sum = (values: (number | null)[], part: 'value' | 'base' = 'value') =>
  amounts(['Sum', 'Sum'], plain, values, part);
const named = (values: string[]) =>
  names(
    ['Name', 'Name'],
    values.map((value) => [value, value]),
  );
const pictureOf = (kind: ChartKind, frame: Frame): Picture => ({
  frame,
  kind,
  options: optionsFor({ kind, options: {} }),
  look,
  width: 640,
  height: 320,
  showTip: null,
  isStill: true,
});
const whole = (columns: Column[]): Pick<Frame, 'totals'> => ({
  totals: [
    {
      dimensions: [],
      fields: columns.map(({ field }) => field),
      values: columns.map(({ values }) => values),
    },
  ],
});

test('a figure over names is the whole, with its change and no course', () => {
  const frame = frameOf([named(['Coffee', 'Tea']), sum([7, 3])], whole([sum([10]), sum([8], 'base')]));
  expect(refusalOf('figure', frame, 'en_US')).toBeNull();
  expect(figuresOf({ frame, options, look })).toMatchObject([
    { value: 10, base: 8, difference: 2, percent: 0.25, course: [] },
  ]);
  expect(summaryOf(frame, 'figure', look)).toBe('Sum 10, +25% from 8');
});

test('a figure over names without the whole is refused: no name stands for all', () => {
  const frame = frameOf([named(['Coffee', 'Tea']), sum([7, 3])]);
  expect(refusalOf('figure', frame, 'en_US')).toContain('the whole');
  expect(refusalOf('figure', frame, 'zh_CN')).toContain('整体');
});

test('a figure can be chosen where the whole is asked for with it, by as many names as there are', () => {
  const one = frameOf([named(['Coffee', 'Tea']), sum([7, 3])]);
  const two = frameOf([named(['Coffee', 'Tea']), named(['North', 'South']), sum([7, 3])]);
  for (const frame of [one, two]) {
    expect(refusalBefore('figure', frame, 'en_US')).toBeNull();
    const answered = { ...frame, ...whole([sum([10])]) };
    expect(refusalOf('figure', answered, 'en_US')).toBeNull();
    expect(figuresOf({ frame: answered, options, look })).toMatchObject([{ value: 10, course: [] }]);
  }
  expect(refusalBefore('gauge', one, 'en_US')).toContain('one number');
});

test('a figure over time is the whole, and the steps are its course', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-04'];
  const steps = [time(['Day', 'Day'], { unit: 'day' }, days), sum([1, 2, 4])];
  const frame = frameOf(steps, { unfinished: '2026-01-04', ...whole([sum([7])]) });
  expect(figuresOf({ frame, options, look })).toMatchObject([
    { value: 7, base: null, course: [1, 2, null, 4], isUnfinished: true },
  ]);
  expect(figuresOf({ frame: frameOf(steps), options, look })).toMatchObject([{ value: 4 }]);
  expect(refusalOf('figure', frameOf(steps, { isCutOff: true }), 'en_US')).toContain('the whole');
  expect(kindFor(frameOf([sum([7])]))).toBe('figure');
});

test('a figure says where there is nothing to compare it with', () => {
  const textsOf = (value: number, before: number | null, isUnfiltered = true) => {
    const frame = frameOf([sum([value]), sum([before], 'base')], { isUnfiltered });
    const [figure] = figuresOf({ frame, options, look });
    return [baseText(figure!, look), baseText(figure!, { ...look, language: 'zh_CN' })];
  };
  expect(textsOf(5, null)).toEqual(['no earlier data', '无对比数据']);
  expect(textsOf(5, 0)).toEqual(['no earlier data', '无对比数据']);
  expect(textsOf(5, 0, false)).toEqual(['from 0', '对比期 0']);
  expect(textsOf(5, 4)).toEqual(['from 4', '对比期 4']);
  const [alone] = figuresOf({ frame: frameOf([sum([5])]), options, look });
  expect(baseText(alone!, look)).toBeNull();
});

test('a picture of a whole refuses an answer that was cut off', () => {
  const cut = frameOf([named(['Ann', 'Bob', 'Cid']), sum([1, 2, 3])], { isCutOff: true });
  for (const kind of ['ring', 'pie', 'treemap', 'sunburst', 'funnel', 'waterfall'] as const) {
    expect(refusalOf(kind, cut, 'en_US'), kind).toContain('more groups than can be added up');
    expect(refusalOf(kind, { ...cut, isCutOff: false }, 'en_US'), kind).toBeNull();
  }
  for (const kind of ['bar', 'bar_horizontal', 'area'] as const) {
    expect(refusalOfDrawing({ kind, options: { stack: 'percent' } }, cut, 'zh_CN'), kind).toContain('分组太多');
    expect(refusalOfDrawing({ kind, options: {} }, cut, 'zh_CN'), kind).toBeNull();
  }
});

test('the total of a waterfall holds also what has no room', () => {
  const letters = Array.from({ length: 100 }, (_, index) => `n${index}`);
  const { option } = drawWaterfall(pictureOf('waterfall', frameOf([named(letters), sum(letters.map(() => 1))])));
  const { data } = (option.series as { data: { value: number[] }[] }[])[0]!;
  expect(data.length).toBeLessThan(30);
  expect(data.at(-1)!.value.slice(1)).toEqual([0, 100]);
});

const stagesOf = (columns: Column[]) => {
  const { option, rows } = drawFunnel(pictureOf('funnel', frameOf(columns)));
  const { data } = (option.series as { data: { value: number[] }[] }[])[0]!;
  return { amounts: data.map(({ value }) => value[0]), rows: rows[0] };
};

test('stages of a funnel without an order of their own go from the largest down', () => {
  expect(stagesOf([named(['Cart', 'Paid', 'Visit']), sum([50, 20, 100])])).toEqual({
    amounts: [100, 50, 20],
    rows: [2, 0, 1],
  });
});

test('stages of a funnel that are numbered or are measures keep their order', () => {
  expect(stagesOf([named(['1. Cart', '2. Visit', '3. Paid']), sum([50, 100, 20])]).amounts).toEqual([50, 100, 20]);
  expect(stagesOf([named(['第一步', '第二步']), sum([50, 100])]).amounts).toEqual([50, 100]);
  const visits = amounts(['Visits', 'Visits'], plain, [10]);
  expect(stagesOf([visits, sum([30])]).amounts).toEqual([10, 30]);
});
