import type { BarSeriesOption } from 'echarts';

import { formatIn, unitFor } from '#display/format/unit.ts';
import type { Look } from '#display/frame.ts';
import { amountAxis, amountWidth, itemAxis, labelSize, nameAxis } from './axis.ts';
import { mix } from './colour.ts';
import { inkOf } from './ink.ts';
import { widthOf } from './lettering.ts';
import { legendNames, tickCount } from './line.ts';
import type { Drawn, Picture } from './picture.ts';
import { alongOf, everyAmount, itemName, type Layout, layOut, type Series } from './series.ts';
import { sharesOf, stackTop } from './stack.ts';
import { legendFor, legendHeight, roomFor, stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { ticksIn } from './ticks.ts';
import { paler, tipAt } from './tips.ts';

type Side = 'top' | 'right';
const percentStyle = { format: 'percent' as const, decimals: null, unit: '' };

/** A bar that is not over yet: an outline with little in it. */
const openStyle = (colour: string, look: Look) => ({
  color: mix(colour, inkOf(look).surface, 0.75),
  borderColor: colour,
  borderType: 'dashed' as const,
  borderWidth: 1,
});

/** Only as many items as there is room for. */
export function limitItems(layout: Layout, most: number, look: Look): Layout {
  const { items, series, grain } = layout;
  if (items.length <= most) return layout;
  const cut = <Value>(values: Value[]) => (grain ? values.slice(-most) : values.slice(0, most));
  return {
    ...layout,
    items: cut(items),
    series: series.map((each) => ({
      ...each,
      values: cut(each.values),
      base: each.base && cut(each.base),
      rows: cut(each.rows),
    })),
    unfinished: grain && layout.unfinished >= 0 ? layout.unfinished - (items.length - most) : layout.unfinished,
    notes: [...layout.notes, chartTexts[look.language].someItems(most, items.length)],
  };
}

function barsOf(picture: Picture, layout: Layout, side: Side): BarSeriesOption[] {
  const { options, look } = picture;
  const { series, items } = layout;
  const ink = inkOf(look);
  const isStacked = options.stack !== 'none';
  const shown = options.stack === 'percent' ? sharesOf(series) : series.map(({ values }) => values);
  const round = side === 'right' ? [0, 3, 3, 0] : [3, 3, 0, 0];
  const sunk = side === 'right' ? [3, 0, 0, 3] : [0, 0, 3, 3];
  const styleOf = (each: Series, index: number, value: number | null) => {
    const colour = items[index]!.isRest && series.length === 1 ? ink.rest : each.colour;
    if (index === layout.unfinished) return openStyle(colour, look);
    return { color: colour, borderRadius: isStacked ? 0 : (value ?? 0) < 0 ? sunk : round };
  };
  const bars = series.map((each, at): BarSeriesOption => ({
    type: 'bar',
    name: each.name,
    color: each.colour,
    data: shown[at]!.map((value, index) => ({ value: value as number, itemStyle: styleOf(each, index, value) })),
    barMaxWidth: side === 'right' ? 28 : 48,
    barCategoryGap: items.length > 60 ? '10%' : '28%',
    barGap: '8%',
    ...(isStacked && {
      stack: 'all',
      itemStyle: { borderColor: ink.surface, borderWidth: items.length > 60 ? 0 : 0.5 },
    }),
    emphasis: { disabled: series.length < 2, focus: 'series' },
    blur: { itemStyle: { opacity: 0.35 } },
    large: items.length > 2000,
  }));
  const bases = isStacked ? [] : series.filter(({ base }) => base);
  const before = bases.map((each): BarSeriesOption => ({
    type: 'bar',
    name: each.baseName,
    color: paler(each.colour, look),
    data: each.base!.map((value) => ({ value: value as number, itemStyle: { borderRadius: round } })),
    barMaxWidth: side === 'right' ? 28 : 48,
    barGap: '8%',
    emphasis: { disabled: true },
  }));
  return [...bars, ...before];
}

const rowsOf = ({ series }: Layout, isStacked: boolean) => [
  ...series.map(({ rows }) => rows),
  ...(isStacked ? [] : series.filter(({ base }) => base).map(({ rows }) => rows)),
];

function scaleOf(picture: Picture, layout: Layout, count: number) {
  const { options, look } = picture;
  const { series } = layout;
  if (options.stack === 'percent') return { style: percentStyle, ticks: { min: 0, max: 1, interval: 0.25 } };
  const amounts = options.stack === 'stacked' ? stackTop(series.map(({ values }) => values)) : everyAmount(series);
  const { style } = series[0]!.column;
  return { style, ticks: ticksIn(amounts, count, true, style, look) };
}

/** Whether the numbers themselves stand at the bars, so that no axis is needed to read them. */
function hasLabels({ options }: Picture, { series }: Layout, fits: boolean): boolean {
  if (options.labels === 'off' || options.stack !== 'none') return false;
  return options.labels === 'on' || (fits && series.length === 1);
}

function labelsOf(layout: Layout, look: Look): { texts: string[]; widest: number } {
  const { values, column } = layout.series[0]!;
  const unit = unitFor(values, column.style, look);
  const texts = values.map((value) => formatIn(unit, value));
  return { texts, widest: Math.max(0, ...texts.map((text) => widthOf(text, labelSize))) };
}

const withLabels = (bars: BarSeriesOption[], layout: Layout, side: Side, look: Look): BarSeriesOption[] =>
  bars.map((bar, at): BarSeriesOption => {
    const series = layout.series[at];
    if (!series) return bar;
    const unit = unitFor(series.values, series.column.style, look);
    const below = side === 'right' ? 'left' : 'bottom';
    return {
      ...bar,
      // The number stands where its bar ends, also below zero.
      data: (bar.data as { value: number }[]).map((item) =>
        item.value < 0 ? { ...item, label: { position: below } } : item,
      ),
      label: {
        show: true,
        position: side,
        color: inkOf(look).quiet,
        fontSize: labelSize,
        formatter: ({ dataIndex }: { dataIndex: number }) => formatIn(unit, series.values[dataIndex] ?? null),
      },
      labelLayout: { hideOverlap: true },
    };
  });

/** Bars that stand. */
export function drawBar(picture: Picture): Drawn {
  const { look, width, options } = picture;
  const layout = limitItems(layOut(picture), Math.max(10, Math.floor(width / 4)), look);
  const { style, ticks } = scaleOf(picture, layout, tickCount(picture));
  const { items, series } = layout;
  const slot = width / Math.max(items.length, 1);
  const labelled = hasLabels(picture, layout, !series[0]?.base && labelsOf(layout, look).widest + 8 < slot * 0.9);
  const left = labelled ? 4 : amountWidth(ticks, style, look) + 10;
  const legend = options.legend === 'auto' && (series.length > 1 || Boolean(series[0]?.base));
  const bars = barsOf(picture, layout, 'top');
  return {
    option: {
      ...stageOf(picture, items.length * series.length),
      grid: {
        left,
        right: 8,
        top: (legend ? legendHeight + 8 : 8) + (labelled ? 14 : 4),
        bottom: (layout.grain ? 40 : 26) + (labelled && ticks.min < 0 ? 16 : 0),
      },
      xAxis: itemAxis(layout, width - left - 8, look, false),
      yAxis: {
        ...amountAxis(ticks, style, look),
        ...(labelled && { axisLabel: { show: false }, splitLine: { show: false } }),
      },
      tooltip: shadowed(
        tooltipFor(picture, 'axis', ({ dataIndex }) => tipAt(layout, dataIndex, look)),
        look,
      ),
      ...(legend && { legend: legendFor(picture, legendNames(series, look)) }),
      series: labelled ? withLabels(bars, layout, 'top', look) : bars,
    },
    rows: rowsOf(layout, options.stack !== 'none'),
    notes: layout.notes,
    along: alongOf(layout),
  };
}

/** A soft band behind the bars that are pointed at. */
export const shadowed = (tooltip: ReturnType<typeof tooltipFor>, look: Look) => ({
  ...tooltip,
  axisPointer: { type: 'shadow' as const, shadowStyle: { color: inkOf(look).rest, opacity: 0.1 }, animation: false },
});

/** Bars that lie: room for long names, the number at the end of each. */
export function drawBarHorizontal(picture: Picture): Drawn {
  const { look, width, height, options } = picture;
  const whole = layOut(picture);
  const perItem = 16 * (options.stack === 'none' ? Math.max(1, whole.series.length) : 1);
  const layout = limitItems(whole, Math.max(5, Math.floor((height - 40) / Math.min(perItem, 40))), look);
  const { style, ticks } = scaleOf(picture, layout, Math.max(2, Math.min(6, Math.floor(width / 120))));
  const { series, items } = layout;
  const names = items.map((item) => itemName(item, layout.axis, look));
  const room = roomFor(names, width * 0.38);
  const labelled = hasLabels(picture, layout, series.length === 1 || (series.length <= 3 && items.length <= 12));
  const legend = options.legend === 'auto' && (series.length > 1 || Boolean(series[0]?.base));
  const bars = barsOf(picture, layout, 'right');
  const hasNegative = ticks.min < 0;
  // Texts are measured roughly, and a digit cut off is worse than a bar a little shorter.
  const end = labelled ? Math.ceil(labelsOf(layout, look).widest * 1.1) + 10 : 16;
  const start = room + 10 + (labelled && hasNegative ? end - 6 : 0);
  return {
    option: {
      ...stageOf(picture, items.length * series.length),
      grid: { left: start, right: end, top: legend ? legendHeight + 6 : 2, bottom: labelled ? 4 : 26 },
      xAxis: {
        ...amountAxis(ticks, style, look),
        ...(labelled && {
          min: hasNegative ? 'dataMin' : 0,
          max: ticks.max > 0 ? 'dataMax' : 0,
          interval: undefined as never,
        }),
        ...(labelled && { axisLabel: { show: false }, splitLine: { show: false } }),
      },
      yAxis: nameAxis(names, room, look, start - room - 2),
      tooltip: shadowed(
        tooltipFor(picture, 'axis', ({ dataIndex }) => tipAt(layout, dataIndex, look)),
        look,
      ),
      ...(legend && { legend: legendFor(picture, legendNames(series, look)) }),
      series: labelled ? withLabels(bars, layout, 'right', look) : bars,
    },
    rows: rowsOf(layout, options.stack !== 'none'),
    notes: layout.notes,
  };
}
