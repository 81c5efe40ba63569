import type { LineSeriesOption } from 'echarts';

import { percentStyle } from '#domain/query/chart.ts';
import { amountAxis, amountAxisWidth, itemAxis, logAxis, valueSpacedAxis } from './axis.ts';
import { clip } from './text-width.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { chartAxisOf, everyAmount, type SeriesLayout, layOut, type ChartSeries } from './series-layout.ts';
import { legendFor, legendHeight, labelWidthFor, baseOptionOf, tooltipFor } from './chart-base.ts';
import { sharesOf, stackExtents } from './stack.ts';
import { chartTexts } from './chart-texts.ts';
import { ticksIn } from './ticks.ts';
import { paler, tipAt } from './tooltips.ts';

/** Above this number of points a line is downsampled and has no symbols. */
const manyPoints = 2000;

type Data = NonNullable<LineSeriesOption['data']>;

/** A single point between two gaps has no line segment and needs a symbol. */
function isIsolated(values: (number | null)[], index: number): boolean {
  const isGap = (at: number) => values[at] === null || values[at] === undefined;
  return !isGap(index) && isGap(index - 1) && isGap(index + 1);
}

function markedData(values: (number | null)[], colour: string): Data {
  return values.map((value, index) =>
    isIsolated(values, index)
      ? { value: value!, symbol: 'circle', symbolSize: 6, itemStyle: { color: colour } }
      : value!,
  );
}

/** Whether items are positioned on a value axis: for moments, or for very many steps. */
const isValueSpaced = ({ moments, items }: SeriesLayout, { options }: DrawInput) =>
  options.stack === 'none' && (moments !== null || items.length > manyPoints);

/** Pairs of position and value in a typed array, to avoid an object per point. */
function valueSpacedData(values: (number | null)[], { moments }: SeriesLayout): Partial<LineSeriesOption> {
  const pairs = new Float64Array(values.length * 2);
  values.forEach((value, index) => {
    pairs[index * 2] = moments ? moments[index]! : index;
    pairs[index * 2 + 1] = value ?? Number.NaN;
  });
  return { data: pairs as never, dimensions: ['x', 'y'] };
}

type LineValues = (number | null)[];

/**
 * Splits a line into its finished part and the segment to the unfinished step at `last`. In a stack every line is
 * split when one is, or the others would not lie on it.
 */
export function splitUnfinished(
  values: LineValues,
  last: number,
  isStacked = false,
): { values: LineValues; isUnfinished: boolean }[] {
  if (last < 1 || (values[last] === null && !isStacked)) return [{ values, isUnfinished: false }];
  return [
    { values: values.map((value, index) => (index === last ? null : value)), isUnfinished: false },
    { values: values.map((value, index) => (index === last || index === last - 1 ? value : null)), isUnfinished: true },
  ];
}

type LineContext = { input: DrawInput; layout: SeriesLayout; isArea: boolean; endLabelWidth: number };

/** One line: solid up to the last finished step, dashed to the unfinished one. */
function linesOf(series: ChartSeries, values: (number | null)[], context: LineContext): LineSeriesOption[] {
  const { input, layout, isArea, endLabelWidth } = context;
  const { options } = input;
  const isStacked = options.stack !== 'none';
  const dataOf = (amounts: (number | null)[]) =>
    isValueSpaced(layout, input) ? valueSpacedData(amounts, layout) : { data: markedData(amounts, series.colour) };
  const common: LineSeriesOption = {
    type: 'line',
    name: series.name,
    color: series.colour,
    symbol: 'none',
    smooth: options.smooth ? 0.25 : false,
    smoothMonotone: 'x',
    connectNulls: false,
    sampling: 'lttb',
    emphasis: { disabled: layout.series.length < 2 || layout.items.length > manyPoints, focus: 'series' },
    blur: { lineStyle: { opacity: 0.25 } },
    lineStyle: { width: isStacked && isArea ? 1.5 : 2, color: series.colour },
    ...(isStacked && { stack: 'all' }),
    ...(isArea && { areaStyle: { color: series.colour, opacity: isStacked ? 0.75 : 0.14 } }),
  };
  const main: LineSeriesOption = {
    ...common,
    ...dataOf(values),
    ...(endLabelWidth > 0 && {
      endLabel: {
        show: true,
        formatter: () => clip(series.name, endLabelWidth, 12),
        color: series.colour,
        fontSize: 12,
        distance: 6,
      },
      labelLayout: { moveOverlap: 'shiftY' as const },
    }),
  };
  const pieces = splitUnfinished(values, layout.unfinished, isStacked);
  if (pieces.length < 2) return [main];
  return pieces.map((piece): LineSeriesOption => {
    const own = { ...main, ...dataOf(piece.values) };
    if (!piece.isUnfinished) return { ...own, endLabel: { show: false } };
    return {
      ...own,
      lineStyle: { ...common.lineStyle, type: [4, 4] },
      ...(isStacked && { stack: 'open' }),
      ...(isArea && { areaStyle: { color: series.colour, opacity: isStacked ? 0.3 : 0.07 } }),
    };
  });
}

/** The compared period: thinner, paler, dashed. */
function baseLine(series: ChartSeries, layout: SeriesLayout, input: DrawInput): LineSeriesOption {
  const { look } = input;
  const colour = paler(series.colour, look);
  return {
    type: 'line',
    name: series.baseName,
    color: colour,
    ...(isValueSpaced(layout, input) ? valueSpacedData(series.base!, layout) : { data: series.base as Data }),
    symbol: 'none',
    sampling: 'lttb',
    lineStyle: { width: 1.75, color: colour, type: [6, 3] },
    emphasis: { disabled: true },
    z: 1,
  };
}

/** Width of the series names at the line ends; 0 if they do not fit and a legend is needed. */
function endLabelWidthFor({ options, width }: DrawInput, layout: SeriesLayout): number {
  const { series } = layout;
  const isPlain = options.stack === 'none' && options.legend === 'auto' && series.every(({ base }) => !base);
  if (!isPlain || series.length < 2 || series.length > 5 || width < 480) return 0;
  return labelWidthFor(
    series.map(({ name }) => name),
    Math.min(160, width * 0.25),
  );
}

export function drawLine(input: DrawInput): RenderedChart {
  const { options, look, width, kind } = input;
  const layout = layOut(input);
  const isArea = kind === 'area';
  const isStacked = options.stack !== 'none';
  const { series, items } = layout;
  const drawnValues = options.stack === 'percent' ? sharesOf(series) : series.map(({ values }) => values);
  const style = options.stack === 'percent' ? percentStyle : series[0]!.column.style;
  const endLabelWidth = endLabelWidthFor(input, layout);
  const amounts = isStacked ? stackExtents(drawnValues) : everyAmount(series);
  const isLog = options.scale === 'log' && !isStacked;
  const canLog = isLog && amounts.every((value) => value === null || value > 0);
  const ticks =
    options.stack === 'percent'
      ? { min: 0, max: 1, interval: 0.25 }
      : ticksIn(amounts, tickCount(input), options.fromZero || isArea, style, look);
  const hasLegend = options.legend === 'auto' && endLabelWidth === 0 && (series.length > 1 || Boolean(series[0]?.base));
  const left = canLog ? 48 : amountAxisWidth(ticks, style, look) + 10;
  const plot = width - left - endLabelWidth - 12;
  const lines = series.map((each, index) =>
    linesOf(each, drawnValues[index]!, { input, layout, isArea, endLabelWidth }),
  );
  const bases = isStacked ? [] : series.filter(({ base }) => base);
  const allSeries = [...lines.flat(), ...bases.map((each) => baseLine(each, layout, input))];
  return {
    option: {
      ...baseOptionOf(input, items.length * series.length),
      grid: {
        left,
        right: endLabelWidth > 0 ? endLabelWidth + 14 : 12,
        top: hasLegend ? legendHeight + 12 : 12,
        bottom: layout.grain || layout.moments ? 40 : 26,
      },
      xAxis: isValueSpaced(layout, input) ? valueSpacedAxis(layout, plot, look) : itemAxis(layout, plot, look, true),
      yAxis: canLog ? logAxis(style, look) : amountAxis(ticks, style, look),
      tooltip: tooltipFor(input, 'axis', ({ dataIndex }) => tipAt(layout, dataIndex, look)),
      ...(hasLegend && { legend: legendFor(input, legendNames(series, look)) }),
      series: allSeries,
    },
    rows: [...lines.flatMap((each, index) => each.map(() => series[index]!.rows)), ...bases.map(({ rows }) => rows)],
    notes: isLog && !canLog ? [...layout.notes, chartTexts[look.language].logNeedsPositive] : layout.notes,
    axis: chartAxisOf(layout),
  };
}

export function legendNames(series: ChartSeries[], look: DrawInput['look']): { name: string; colour: string }[] {
  return series.flatMap(({ name, baseName, colour, base }) => [
    { name, colour },
    ...(base ? [{ name: baseName, colour: paler(colour, look) }] : []),
  ]);
}

export const tickCount = ({ height }: Pick<DrawInput, 'height'>): number =>
  Math.max(2, Math.min(5, Math.floor(height / 60)));
