import type { LineSeriesOption } from 'echarts';

import { amountAxis, amountWidth, itemAxis, logAxis, spreadAxis } from './axis.ts';
import { clip } from './lettering.ts';
import type { Drawn, Picture } from './picture.ts';
import { alongOf, everyAmount, type Layout, layOut, type Series } from './series.ts';
import { legendFor, legendHeight, roomFor, stageOf, tooltipFor } from './stage.ts';
import { sharesOf, stackTop } from './stack.ts';
import { chartTexts } from './texts.ts';
import { ticksIn } from './ticks.ts';
import { paler, tipAt } from './tips.ts';

/** With more points than these a line is thinned to what can be seen, and marks on it are left out. */
const manyPoints = 2000;

type Data = NonNullable<LineSeriesOption['data']>;

/** A lone point between two gaps has no line; it needs a mark. */
function isLone(values: (number | null)[], index: number): boolean {
  const isGap = (at: number) => values[at] === null || values[at] === undefined;
  return !isGap(index) && isGap(index - 1) && isGap(index + 1);
}

function markedData(values: (number | null)[], colour: string): Data {
  return values.map((value, index) =>
    isLone(values, index) ? { value: value!, symbol: 'circle', symbolSize: 6, itemStyle: { color: colour } } : value!,
  );
}

/** Whether items have places on an axis of numbers instead of one after the other: moments, or a great many steps. */
const isSpread = ({ moments, items }: Layout, { options }: Picture) =>
  options.stack === 'none' && (moments !== null || items.length > manyPoints);

/** Pairs of place and number, without an object for each. */
function spreadData(values: (number | null)[], { moments }: Layout): Partial<LineSeriesOption> {
  const pairs = new Float64Array(values.length * 2);
  values.forEach((value, index) => {
    pairs[index * 2] = moments ? moments[index]! : index;
    pairs[index * 2 + 1] = value ?? Number.NaN;
  });
  return { data: pairs as never, dimensions: ['x', 'y'] };
}

type Amounts = (number | null)[];

/**
 * A line up to the last whole step, and on to the one at `last`, which is not; one alone where all are whole. Of what
 * is stacked every line is split where one is, or the others would not lie on it.
 */
export function splitAt(values: Amounts, last: number, isStacked = false): { values: Amounts; isOpen: boolean }[] {
  if (last < 1 || (values[last] === null && !isStacked)) return [{ values, isOpen: false }];
  return [
    { values: values.map((value, index) => (index === last ? null : value)), isOpen: false },
    { values: values.map((value, index) => (index === last || index === last - 1 ? value : null)), isOpen: true },
  ];
}

type LineParts = { picture: Picture; layout: Layout; isArea: boolean; endRoom: number };

/** One line: solid up to the last whole step, dashed to the one that is not over. */
function linesOf(series: Series, values: (number | null)[], parts: LineParts): LineSeriesOption[] {
  const { picture, layout, isArea, endRoom } = parts;
  const { options } = picture;
  const isStacked = options.stack !== 'none';
  const dataOf = (amounts: (number | null)[]) =>
    isSpread(layout, picture) ? spreadData(amounts, layout) : { data: markedData(amounts, series.colour) };
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
    ...(endRoom > 0 && {
      endLabel: {
        show: true,
        formatter: () => clip(series.name, endRoom, 12),
        color: series.colour,
        fontSize: 12,
        distance: 6,
      },
      labelLayout: { moveOverlap: 'shiftY' as const },
    }),
  };
  const pieces = splitAt(values, layout.unfinished, isStacked);
  if (pieces.length < 2) return [main];
  return pieces.map((piece): LineSeriesOption => {
    const own = { ...main, ...dataOf(piece.values) };
    if (!piece.isOpen) return { ...own, endLabel: { show: false } };
    return {
      ...own,
      lineStyle: { ...common.lineStyle, type: [4, 4] },
      ...(isStacked && { stack: 'open' }),
      ...(isArea && { areaStyle: { color: series.colour, opacity: isStacked ? 0.3 : 0.07 } }),
    };
  });
}

/** The same in the period before: thinner, paler, in dashes. */
function baseLine(series: Series, layout: Layout, picture: Picture): LineSeriesOption {
  const { look } = picture;
  const colour = paler(series.colour, look);
  return {
    type: 'line',
    name: series.baseName,
    color: colour,
    ...(isSpread(layout, picture) ? spreadData(series.base!, layout) : { data: series.base as Data }),
    symbol: 'none',
    sampling: 'lttb',
    lineStyle: { width: 1.75, color: colour, type: [6, 3] },
    emphasis: { disabled: true },
    z: 1,
  };
}

/** The room for names at the ends of the lines; none if they would not fit and a legend must say them. */
function endRoomFor({ options, width }: Picture, layout: Layout): number {
  const { series } = layout;
  const isPlain = options.stack === 'none' && options.legend === 'auto' && series.every(({ base }) => !base);
  if (!isPlain || series.length < 2 || series.length > 5 || width < 480) return 0;
  return roomFor(
    series.map(({ name }) => name),
    Math.min(160, width * 0.25),
  );
}

export function drawLine(picture: Picture): Drawn {
  const { options, look, width, kind } = picture;
  const layout = layOut(picture);
  const isArea = kind === 'area';
  const isStacked = options.stack !== 'none';
  const { series, items } = layout;
  const shown = options.stack === 'percent' ? sharesOf(series) : series.map(({ values }) => values);
  const style =
    options.stack === 'percent' ? { format: 'percent' as const, decimals: null, unit: '' } : series[0]!.column.style;
  const endRoom = endRoomFor(picture, layout);
  const amounts = isStacked ? stackTop(shown) : everyAmount(series);
  const isLog = options.scale === 'log' && !isStacked;
  const canLog = isLog && amounts.every((value) => value === null || value > 0);
  const ticks =
    options.stack === 'percent'
      ? { min: 0, max: 1, interval: 0.25 }
      : ticksIn(amounts, tickCount(picture), options.fromZero || isArea, style, look);
  const hasLegend = options.legend === 'auto' && endRoom === 0 && (series.length > 1 || Boolean(series[0]?.base));
  const left = canLog ? 48 : amountWidth(ticks, style, look) + 10;
  const plot = width - left - endRoom - 12;
  const lines = series.map((each, index) => linesOf(each, shown[index]!, { picture, layout, isArea, endRoom }));
  const bases = isStacked ? [] : series.filter(({ base }) => base);
  const all = [...lines.flat(), ...bases.map((each) => baseLine(each, layout, picture))];
  return {
    option: {
      ...stageOf(picture, items.length * series.length),
      grid: {
        left,
        right: endRoom > 0 ? endRoom + 14 : 12,
        top: hasLegend ? legendHeight + 12 : 12,
        bottom: layout.grain || layout.moments ? 40 : 26,
      },
      xAxis: isSpread(layout, picture) ? spreadAxis(layout, plot, look) : itemAxis(layout, plot, look, true),
      yAxis: canLog ? logAxis(style, look) : amountAxis(ticks, style, look),
      tooltip: tooltipFor(picture, 'axis', ({ dataIndex }) => tipAt(layout, dataIndex, look)),
      ...(hasLegend && { legend: legendFor(picture, legendNames(series, look)) }),
      series: all,
    },
    rows: [...lines.flatMap((each, index) => each.map(() => series[index]!.rows)), ...bases.map(({ rows }) => rows)],
    notes: isLog && !canLog ? [...layout.notes, chartTexts[look.language].logNeedsPositive] : layout.notes,
    along: alongOf(layout),
  };
}

export function legendNames(series: Series[], look: Picture['look']): { name: string; colour: string }[] {
  return series.flatMap(({ name, baseName, colour, base }) => [
    { name, colour },
    ...(base ? [{ name: baseName, colour: paler(colour, look) }] : []),
  ]);
}

export const tickCount = ({ height }: Pick<Picture, 'height'>): number =>
  Math.max(2, Math.min(5, Math.floor(height / 60)));
