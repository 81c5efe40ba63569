import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';

import type { NumberStyle } from '#contract/chart.ts';
import { axisUnitFor, formatIn, unitFor } from '#display/format/unit.ts';
import { tickOf } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';
import { inkOf } from './ink.ts';
import { withoutCollisions } from './label-collisions.ts';
import { clip, widthOf } from './lettering.ts';
import { itemName, type Layout } from './series.ts';
import { momentLabels } from './moments.ts';
import { marksOf, type Ticks } from './ticks.ts';

export const labelSize = 12;
const hidden = { show: false } as const;

/** An axis of numbers: no line, thin marks across, one unit. */
export function amountAxis(ticks: Ticks, style: NumberStyle, look: Look) {
  const ink = inkOf(look);
  const unit = axisUnitFor(marksOf(ticks), style, look);
  return {
    type: 'value' as const,
    ...ticks,
    axisLine: hidden,
    axisTick: hidden,
    splitLine: { show: true, lineStyle: { color: ink.grid, width: 1 } },
    axisLabel: {
      color: ink.quiet,
      fontSize: labelSize,
      formatter: (value: number) => formatIn(unit, value),
      hideOverlap: true,
    },
  };
}

/** How wide the labels of an axis of numbers are. */
export function amountWidth(ticks: Ticks, style: NumberStyle, look: Look): number {
  const marks = marksOf(ticks);
  const unit = axisUnitFor(marks, style, look);
  return Math.max(...marks.map((mark) => widthOf(formatIn(unit, mark), labelSize)));
}

export function logAxis(style: NumberStyle, look: Look) {
  const ink = inkOf(look);
  return {
    type: 'log' as const,
    axisLine: hidden,
    axisTick: hidden,
    splitLine: { show: true, lineStyle: { color: ink.grid, width: 1 } },
    axisLabel: {
      color: ink.quiet,
      fontSize: labelSize,
      formatter: (value: number) => formatIn(unitFor([value], style, look), value),
    },
  };
}

/** Which items of an axis of time have a label: evenly many, counted so that round ones are met. */
export function labelEvery(count: number, room: number): number {
  const most = Math.max(1, Math.floor(room));
  if (count <= most) return 1;
  const rough = count / most;
  const round = [2, 3, 4, 5, 6, 7, 10, 12, 14, 15, 20, 24, 28, 30, 48, 50, 60, 84, 90, 100];
  return round.find((step) => step >= rough) ?? Math.ceil(rough / 100) * 100;
}

// Long axes are measured at so many of their items.
const maxMeasured = 50;

function widestTick(items: Layout['items'], grain: NonNullable<Layout['grain']>, look: Look): number {
  const every = Math.ceil(items.length / maxMeasured);
  const ticks = items.filter((_, index) => index % every === 0).map(({ value }) => tickOf(value, grain, look));
  return Math.max(...ticks.flatMap(({ text, context }) => [widthOf(text, labelSize), widthOf(context, labelSize)]));
}

/** The labels below an axis of time: the step, and below it what it belongs to where that changes. */
export function timeLabels({ items, grain }: Layout, width: number, look: Look): Map<number, string> {
  const labels = new Map<number, string>();
  if (!grain || items.length === 0) return labels;
  const each = widestTick(items, grain, look) + 18;
  const every = labelEvery(items.length, width / each);
  let context = '';
  for (let index = 0; index < items.length; index += every) {
    const tick = tickOf(items[index]!.value, grain, look);
    labels.set(index, tick.context && tick.context !== context ? `${tick.text}\n${tick.context}` : tick.text);
    context = tick.context;
  }
  return labels;
}

const categoryLook = (look: Look) => ({
  axisTick: hidden,
  splitLine: hidden,
  axisLine: { show: true, onZero: true, lineStyle: { color: inkOf(look).border, width: 1 } },
});

/** The axis along the bottom: steps of time, or names cut to the room that they have. */
export function itemAxis(layout: Layout, width: number, look: Look, isEdge: boolean): XAXisComponentOption {
  const { items, axis, grain } = layout;
  const base = { color: inkOf(look).quiet, fontSize: labelSize, lineHeight: 16, rotate: 0 };
  if (grain) {
    const last = Math.max(items.length - 1, 1);
    const labels = withoutCollisions(timeLabels(layout, width, look), {
      placeOf: (index) => (isEdge ? index / last : (index + 0.5) / items.length) * width,
      width,
      fontSize: labelSize,
      endsAtEdge: isEdge,
    });
    return {
      type: 'category',
      data: items.map((_, index) => String(index)),
      boundaryGap: !isEdge,
      ...categoryLook(look),
      axisLabel: {
        ...base,
        interval: (index: number) => labels.has(index),
        formatter: (_: string, index: number) => labels.get(index) ?? '',
        ...(isEdge && { alignMaxLabel: 'right' }),
      },
    };
  }
  const slot = width / Math.max(items.length, 1);
  const names = items.map((item) => itemName(item, axis, look));
  const longest = names.slice(0, 500).reduce((most, name) => Math.max(most, widthOf(name, labelSize)), 0);
  const every = labelEvery(items.length, width / Math.max(28, Math.min(64, longest + 10)));
  return {
    type: 'category',
    data: names,
    boundaryGap: !isEdge,
    ...categoryLook(look),
    axisLabel: {
      ...base,
      interval: every - 1,
      formatter: (_: string, index: number) => clip(names[index] ?? '', slot * every - 6, labelSize),
    },
  };
}

/** The axis along the bottom by places instead of one item after the other. */
export function spreadAxis(layout: Layout, width: number, look: Look): XAXisComponentOption {
  const { moments, items } = layout;
  const last = items.length - 1;
  const [min, max] = moments ? [moments[0]!, moments[last]!] : [0, last];
  const labels = withoutCollisions(moments ? momentLabels(moments, width, look) : timeLabels(layout, width, look), {
    placeOf: (at) => ((at - min) / Math.max(max - min, 1)) * width,
    width,
    fontSize: labelSize,
    endsAtEdge: false,
  });
  return {
    type: 'value',
    min,
    max,
    ...categoryLook(look),
    axisLabel: {
      color: inkOf(look).quiet,
      fontSize: labelSize,
      lineHeight: 16,
      customValues: [...labels.keys()],
      formatter: (value: number) => labels.get(value) ?? '',
      hideOverlap: true,
    },
  };
}

/** The axis down the side, with names, the first one on top; so far away from where the bars begin. */
export function nameAxis(names: string[], room: number, look: Look, margin = 8): YAXisComponentOption {
  return {
    type: 'category',
    data: names,
    inverse: true,
    axisTick: hidden,
    splitLine: hidden,
    axisLine: { show: true, lineStyle: { color: inkOf(look).border, width: 1 } },
    axisLabel: {
      color: inkOf(look).text,
      fontSize: labelSize,
      interval: 0,
      margin,
      formatter: (name: string) => clip(name, room, labelSize),
    },
  };
}
