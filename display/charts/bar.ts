import type { BarSeriesOption } from 'echarts';

import { formatIn, unitFor } from '#display/format/unit.ts';
import type { Look } from '#display/frame.ts';
import { percentStyle } from '#domain/query/chart.ts';
import { amountAxis, amountAxisWidth, itemAxis, labelSize, nameAxis } from './axis.ts';
import { mix } from './colour.ts';
import { inkOf } from './ink.ts';
import { widthOf } from './text-width.ts';
import { legendNames, tickCount } from './line.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { chartAxisOf, everyAmount, itemName, type SeriesLayout, layOut, type ChartSeries } from './series-layout.ts';
import { sharesOf, stackExtents } from './stack.ts';
import { legendFor, legendHeight, labelWidthFor, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { ticksIn } from './ticks.ts';
import { paler, tipAt } from './tooltips.ts';

type LabelSide = 'top' | 'right';
/** Style of a bar whose time step is unfinished: dashed outline, pale fill. */
const unfinishedStyle = (colour: string, look: Look) => ({
  color: mix(colour, inkOf(look).surface, 0.75),
  borderColor: colour,
  borderType: 'dashed' as const,
  borderWidth: 1,
});

/** Keeps as many items as fit; adds a note when some are left out. */
export function limitItems(layout: SeriesLayout, maxItems: number, look: Look): SeriesLayout {
  const { items, series, grain } = layout;
  if (items.length <= maxItems) return layout;
  const cut = <Value>(values: Value[]) => (grain ? values.slice(-maxItems) : values.slice(0, maxItems));
  return {
    ...layout,
    items: cut(items),
    series: series.map((each) => ({
      ...each,
      values: cut(each.values),
      base: each.base && cut(each.base),
      rows: cut(each.rows),
    })),
    unfinished: grain && layout.unfinished >= 0 ? layout.unfinished - (items.length - maxItems) : layout.unfinished,
    notes: [...layout.notes, chartTexts[look.language].someItems(maxItems, items.length)],
  };
}

function barsOf(input: DrawInput, layout: SeriesLayout, side: LabelSide): BarSeriesOption[] {
  const { options, look } = input;
  const { series, items } = layout;
  const ink = inkOf(look);
  const isStacked = options.stack !== 'none';
  const barValues = options.stack === 'percent' ? sharesOf(series) : series.map(({ values }) => values);
  const roundedCorners = side === 'right' ? [0, 3, 3, 0] : [3, 3, 0, 0];
  const roundBelowZero = side === 'right' ? [3, 0, 0, 3] : [0, 0, 3, 3];
  const styleOf = (each: ChartSeries, index: number, value: number | null) => {
    const colour = items[index]!.isRest && series.length === 1 ? ink.rest : each.colour;
    if (index === layout.unfinished) return unfinishedStyle(colour, look);
    return { color: colour, borderRadius: isStacked ? 0 : (value ?? 0) < 0 ? roundBelowZero : roundedCorners };
  };
  const bars = series.map((each, at): BarSeriesOption => ({
    type: 'bar',
    name: each.name,
    color: each.colour,
    data: barValues[at]!.map((value, index) => ({ value: value as number, itemStyle: styleOf(each, index, value) })),
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
    data: each.base!.map((value) => ({ value: value as number, itemStyle: { borderRadius: roundedCorners } })),
    barMaxWidth: side === 'right' ? 28 : 48,
    barGap: '8%',
    emphasis: { disabled: true },
  }));
  return [...bars, ...before];
}

const rowsOf = ({ series }: SeriesLayout, isStacked: boolean) => [
  ...series.map(({ rows }) => rows),
  ...(isStacked ? [] : series.filter(({ base }) => base).map(({ rows }) => rows)),
];

function scaleOf(input: DrawInput, layout: SeriesLayout, count: number) {
  const { options, look } = input;
  const { series } = layout;
  if (options.stack === 'percent') return { style: percentStyle, ticks: { min: 0, max: 1, interval: 0.25 } };
  const amounts = options.stack === 'stacked' ? stackExtents(series.map(({ values }) => values)) : everyAmount(series);
  const { style } = series[0]!.column;
  return { style, ticks: ticksIn(amounts, count, true, style, look) };
}

/** Whether value labels are drawn at the bars, so that no value axis is needed. */
function hasLabels({ options }: DrawInput, { series }: SeriesLayout, fits: boolean): boolean {
  if (options.labels === 'off' || options.stack !== 'none') return false;
  return options.labels === 'on' || (fits && series.length === 1);
}

function labelsOf(layout: SeriesLayout, look: Look): { texts: string[]; widest: number } {
  const { values, column } = layout.series[0]!;
  const unit = unitFor(values, column.style, look);
  const texts = values.map((value) => formatIn(unit, value));
  return { texts, widest: Math.max(0, ...texts.map((text) => widthOf(text, labelSize))) };
}

const withLabels = (bars: BarSeriesOption[], layout: SeriesLayout, side: LabelSide, look: Look): BarSeriesOption[] =>
  bars.map((bar, at): BarSeriesOption => {
    const series = layout.series[at];
    if (!series) return bar;
    const unit = unitFor(series.values, series.column.style, look);
    const below = side === 'right' ? 'left' : 'bottom';
    return {
      ...bar,
      // Labels stand at the end of the bar, below it for negative values.
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

/** Vertical bars. */
export function drawBar(input: DrawInput): RenderedChart {
  const { look, width, options } = input;
  const layout = limitItems(layOut(input), Math.max(10, Math.floor(width / 4)), look);
  const { style, ticks } = scaleOf(input, layout, tickCount(input));
  const { items, series } = layout;
  const slot = width / Math.max(items.length, 1);
  const labelled = hasLabels(input, layout, !series[0]?.base && labelsOf(layout, look).widest + 8 < slot * 0.9);
  const left = labelled ? 4 : amountAxisWidth(ticks, style, look) + 10;
  const legend = options.legend === 'auto' && (series.length > 1 || Boolean(series[0]?.base));
  const bars = barsOf(input, layout, 'top');
  return {
    option: {
      ...baseOptionOf(input, items.length * series.length),
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
      tooltip: withShadowPointer(
        tooltipFor(input, 'axis', ({ dataIndex }) => tipAt(layout, dataIndex, look)),
        look,
      ),
      ...(legend && { legend: legendFor(input, legendNames(series, look)) }),
      series: labelled ? withLabels(bars, layout, 'top', look) : bars,
    },
    rows: rowsOf(layout, options.stack !== 'none'),
    notes: layout.notes,
    axis: chartAxisOf(layout),
  };
}

/** Tooltip with a shaded band behind the hovered bars. */
export const withShadowPointer = (tooltip: ReturnType<typeof tooltipFor>, look: Look) => ({
  ...tooltip,
  axisPointer: { type: 'shadow' as const, shadowStyle: { color: inkOf(look).rest, opacity: 0.1 }, animation: false },
});

/** Horizontal bars: long names fit, and each value stands at the end of its bar. */
export function drawBarHorizontal(input: DrawInput): RenderedChart {
  const { look, width, height, options } = input;
  const whole = layOut(input);
  const perItem = 16 * (options.stack === 'none' ? Math.max(1, whole.series.length) : 1);
  const layout = limitItems(whole, Math.max(5, Math.floor((height - 40) / Math.min(perItem, 40))), look);
  const { style, ticks } = scaleOf(input, layout, Math.max(2, Math.min(6, Math.floor(width / 120))));
  const { series, items } = layout;
  const names = items.map((item) => itemName(item, layout.axis, look));
  const labelWidth = labelWidthFor(names, width * 0.38);
  const labelled = hasLabels(input, layout, series.length === 1 || (series.length <= 3 && items.length <= 12));
  const legend = options.legend === 'auto' && (series.length > 1 || Boolean(series[0]?.base));
  const bars = barsOf(input, layout, 'right');
  const hasNegative = ticks.min < 0;
  // Text width is estimated; a slightly shorter bar is better than a clipped digit.
  const end = labelled ? Math.ceil(labelsOf(layout, look).widest * 1.1) + 10 : 16;
  const start = labelWidth + 10 + (labelled && hasNegative ? end - 6 : 0);
  return {
    option: {
      ...baseOptionOf(input, items.length * series.length),
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
      yAxis: nameAxis(names, labelWidth, look, start - labelWidth - 2),
      tooltip: withShadowPointer(
        tooltipFor(input, 'axis', ({ dataIndex }) => tipAt(layout, dataIndex, look)),
        look,
      ),
      ...(legend && { legend: legendFor(input, legendNames(series, look)) }),
      series: labelled ? withLabels(bars, layout, 'right', look) : bars,
    },
    rows: rowsOf(layout, options.stack !== 'none'),
    notes: layout.notes,
  };
}
