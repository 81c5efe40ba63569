import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';

import type { NumberStyle } from '#domain/query/chart.ts';
import { axisUnitFor, formatIn, unitFor } from '#display/format/unit.ts';
import { stepLabelOf } from '#display/format/step.ts';
import type { Look } from '#display/frame.ts';
import { inkOf } from './ink.ts';
import { withoutCollisions } from './label-collisions.ts';
import { clip, widthOf } from './text-width.ts';
import { itemName, type SeriesLayout } from './series-layout.ts';
import { momentLabels } from './time-axis-labels.ts';
import { tickValuesOf, type Ticks } from './ticks.ts';

export const labelSize = 12;
const hidden = { show: false } as const;

/** Value axis: no axis line, thin split lines, one unit. */
export function amountAxis(ticks: Ticks, style: NumberStyle, look: Look) {
  const ink = inkOf(look);
  const unit = axisUnitFor(tickValuesOf(ticks), style, look);
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

/** Pixel width of the labels of a value axis. */
export function amountAxisWidth(ticks: Ticks, style: NumberStyle, look: Look): number {
  const marks = tickValuesOf(ticks);
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

/** Label every nth item of a time axis; n is a round number. */
function labelInterval(count: number, capacity: number): number {
  const maxLabels = Math.max(1, Math.floor(capacity));
  if (count <= maxLabels) return 1;
  const minInterval = count / maxLabels;
  const round = [2, 3, 4, 5, 6, 7, 10, 12, 14, 15, 20, 24, 28, 30, 48, 50, 60, 84, 90, 100];
  return round.find((step) => step >= minInterval) ?? Math.ceil(minInterval / 100) * 100;
}

// Number of items measured on long axes.
const maxMeasured = 50;

function widestTick(items: SeriesLayout['items'], grain: NonNullable<SeriesLayout['grain']>, look: Look): number {
  const every = Math.ceil(items.length / maxMeasured);
  const ticks = items.filter((_, index) => index % every === 0).map(({ value }) => stepLabelOf(value, grain, look));
  return Math.max(...ticks.flatMap(({ text, context }) => [widthOf(text, labelSize), widthOf(context, labelSize)]));
}

/** Time axis labels by item index: the step, and below it its context (day, year) where that changes. */
function timeLabels({ items, grain }: SeriesLayout, width: number, look: Look): Map<number, string> {
  const labels = new Map<number, string>();
  if (!grain || items.length === 0) return labels;
  const each = widestTick(items, grain, look) + 18;
  const every = labelInterval(items.length, width / each);
  let context = '';
  for (let index = 0; index < items.length; index += every) {
    const tick = stepLabelOf(items[index]!.value, grain, look);
    labels.set(index, tick.context && tick.context !== context ? `${tick.text}\n${tick.context}` : tick.text);
    context = tick.context;
  }
  return labels;
}

const categoryAxisStyle = (look: Look) => ({
  axisTick: hidden,
  splitLine: hidden,
  axisLine: { show: true, onZero: true, lineStyle: { color: inkOf(look).border, width: 1 } },
});

/** Horizontal category axis: time steps, or names clipped to the available width. */
export function itemAxis(layout: SeriesLayout, width: number, look: Look, isEdge: boolean): XAXisComponentOption {
  const { items, axis, grain } = layout;
  const base = { color: inkOf(look).quiet, fontSize: labelSize, lineHeight: 16, rotate: 0 };
  if (grain) {
    const last = Math.max(items.length - 1, 1);
    const labels = withoutCollisions(timeLabels(layout, width, look), {
      positionOf: (index) => (isEdge ? index / last : (index + 0.5) / items.length) * width,
      width,
      fontSize: labelSize,
      endsAtEdge: isEdge,
    });
    return {
      type: 'category',
      data: items.map((_, index) => String(index)),
      boundaryGap: !isEdge,
      ...categoryAxisStyle(look),
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
  const longest = names.slice(0, 500).reduce((widest, name) => Math.max(widest, widthOf(name, labelSize)), 0);
  const every = labelInterval(items.length, width / Math.max(28, Math.min(64, longest + 10)));
  return {
    type: 'category',
    data: names,
    boundaryGap: !isEdge,
    ...categoryAxisStyle(look),
    axisLabel: {
      ...base,
      interval: every - 1,
      formatter: (_: string, index: number) => clip(names[index] ?? '', slot * every - 6, labelSize),
    },
  };
}

/** Horizontal value axis, for items positioned by moment or in great number. */
export function valueSpacedAxis(layout: SeriesLayout, width: number, look: Look): XAXisComponentOption {
  const { moments, items } = layout;
  const last = items.length - 1;
  const [min, max] = moments ? [moments[0]!, moments[last]!] : [0, last];
  const labels = withoutCollisions(moments ? momentLabels(moments, width, look) : timeLabels(layout, width, look), {
    positionOf: (at) => ((at - min) / Math.max(max - min, 1)) * width,
    width,
    fontSize: labelSize,
    endsAtEdge: false,
  });
  return {
    type: 'value',
    min,
    max,
    ...categoryAxisStyle(look),
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

/** Vertical category axis with names, the first on top. `margin` is the distance of the labels from the axis. */
export function nameAxis(names: string[], labelWidth: number, look: Look, margin = 8): YAXisComponentOption {
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
      formatter: (name: string) => clip(name, labelWidth, labelSize),
    },
  };
}
