import type { Alignment } from '#domain/time/alignment.ts';
import type { Grain } from '#domain/query/query.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatGroup } from '#display/format/cell.ts';
import type { Frame, Look } from '#display/frame.ts';
import { orderBySum } from './order-by-sum.ts';
import {
  type DimensionColumn,
  colourKeyOf,
  dimensionsOf,
  isRest,
  isTimeField,
  type MeasureColumn,
  measuresOf,
  rowCountOf,
} from './frame-columns.ts';
import { oneLine } from './text-width.ts';
import { colourAt, coloursOf } from './palette.ts';
import type { ChartAxis, DrawInput } from './draw-input.ts';
import { fillSteps, grainOf } from './time-steps.ts';
import { chartTexts } from './chart-texts.ts';

/** An item on the axis. */
export type AxisItem = { value: unknown; isRest: boolean };

/** A line, or the bars of one colour: a value per item and the row it comes from. */
export type ChartSeries = {
  name: string;
  colour: string;
  column: MeasureColumn;
  values: (number | null)[];
  base: (number | null)[] | null;
  baseName: string;
  rows: (number | null)[];
};

/** A result laid out along an axis. */
export type SeriesLayout = {
  axis: DimensionColumn | null;
  /** The grain of a time axis; null otherwise. */
  grain: Grain | null;
  items: AxisItem[];
  series: ChartSeries[];
  notes: string[];
  /** Positions of the items in milliseconds on a continuous time axis; null otherwise. */
  moments: number[] | null;
  /** Index of the unfinished step; -1 if there is none. */
  unfinished: number;
  /** How steps are aligned with those of the compared period. */
  alignment: Alignment | undefined;
};

const maxSeries = 12;

/** Full name of an item. */
export function itemName({ value, isRest: rest }: AxisItem, axis: DimensionColumn | null, look: Look): string {
  if (rest) return chartTexts[look.language].rest;
  if (!axis) return '';
  return oneLine(formatGroup(value, axis.field, look));
}

const isEmpty = (value: unknown) => value === null || value === undefined;
const keyOf = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

const datePartCount = ({ field }: DimensionColumn) => field.datePart?.values.length ?? 0;

/** The axis is the first time dimension, else the date part with the most values, else the first dimension. */
function axisOf(frame: Frame): { axis: DimensionColumn | null; others: DimensionColumn[] } {
  const dimensions = dimensionsOf(frame);
  const [part] = dimensions
    .filter((each) => datePartCount(each) > 0)
    .sort((a, b) => datePartCount(b) - datePartCount(a));
  const axis =
    dimensions.find(({ field }) => field.type === 'date' || field.type === 'time') ?? part ?? dimensions[0] ?? null;
  return { axis, others: dimensions.filter((each) => each !== axis) };
}

type SeriesGroup = { values: unknown[]; isRest: boolean; rows: number[] };

/** Groups rows by the other dimensions, in order of appearance or by sum. */
function groupRows(frame: Frame, others: DimensionColumn[]): SeriesGroup[] {
  const count = rowCountOf(frame);
  const groups = new Map<string, SeriesGroup>();
  for (let row = 0; row < count; row += 1) {
    // In the row of the rest its dimension is empty.
    const rest = isRest(frame, row) && others.some((each) => isEmpty(each.values[row]));
    const values = others.map((each) => keyOf(each.values[row]));
    const key = others.length === 0 ? '' : JSON.stringify([rest, ...values]);
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { values, isRest: rest, rows: [row] });
  }
  const allGroups = sortByDateParts(frame, withAllDateParts([...groups.values()], others), others);
  if (allGroups.length < 2) return allGroups;
  const groupIndexes = new Map(allGroups.flatMap((group, index) => group.rows.map((row) => [row, index])));
  return orderBySum(frame, allGroups, (row) => groupIndexes.get(row)!).map((index) => allGroups[index]!);
}

/** Adds groups for date parts without rows. */
function withAllDateParts(groups: SeriesGroup[], others: DimensionColumn[]): SeriesGroup[] {
  const datePart = others.length === 1 ? others[0]!.field.datePart : undefined;
  if (!datePart?.hasEvery) return groups;
  const existing = new Set(groups.map(({ values }) => values[0]));
  const missing = datePart.values.filter((value) => !existing.has(value));
  return [...groups, ...missing.map((value) => ({ values: [value], isRest: false, rows: [] }))];
}

/** Sorts groups by date part unless rows are sorted by a measure; other values come last. */
function sortByDateParts(frame: Frame, groups: SeriesGroup[], others: DimensionColumn[]): SeriesGroup[] {
  if (frame.sorted || others.every(({ field }) => !field.datePart)) return groups;
  const indexers = others.map(({ field }, index) => {
    const indexes = new Map<unknown, number>();
    for (const value of field.datePart?.values ?? groups.map(({ values }) => values[index])) {
      if (!indexes.has(value)) indexes.set(value, indexes.size);
    }
    return ({ values }: SeriesGroup) => indexes.get(values[index]) ?? indexes.size;
  });
  const compare = (a: SeriesGroup, b: SeriesGroup) =>
    indexers.reduce((sign, indexOf) => sign || indexOf(a) - indexOf(b), Number(a.isRest) - Number(b.isRest));
  return groups.toSorted(compare);
}

/** The date parts along an axis, in order. */
function datePartItems({ datePart }: DimensionColumn['field'], values: unknown[]): AxisItem[] {
  const existing = new Set(values);
  const visible = datePart?.values.filter((value) => datePart.hasEvery || existing.has(value)) ?? [];
  return visible.map((value) => ({ value, isRest: false }));
}

function itemsOf(
  frame: Frame,
  axis: DimensionColumn | null,
  grain: Grain | null,
): { items: AxisItem[]; itemIndexes: Int32Array } {
  const count = rowCountOf(frame);
  const itemIndexes = new Int32Array(count);
  if (!axis) return { items: [{ value: null, isRest: false }], itemIndexes };
  const isRestHere = (row: number) => isRest(frame, row) && isEmpty(axis.values[row]);
  if (grain) {
    const steps = fillSteps(axis.values, grain, axis.field.grain ? frame.steps : []);
    return { items: steps.values.map((value) => ({ value, isRest: false })), itemIndexes: steps.indexes };
  }
  const isAlone = dimensionsOf(frame).length === 1;
  const items: AxisItem[] = isAlone || frame.sorted ? [] : datePartItems(axis.field, axis.values);
  const indexByKey = new Map<unknown, number>(items.map(({ value }, index) => [value, index]));
  for (let row = 0; row < count; row += 1) {
    const rest = isRestHere(row);
    const key = rest ? indexByKey : keyOf(axis.values[row]);
    if (!indexByKey.has(key)) indexByKey.set(key, items.push({ value: axis.values[row], isRest: rest }) - 1);
    itemIndexes[row] = indexByKey.get(key)!;
  }
  return { items, itemIndexes };
}

/** Sorts items by the sum of their rows, where several rows stand for one item. */
function sortItemsBySum(frame: Frame, { items, itemIndexes }: ReturnType<typeof itemsOf>): ReturnType<typeof itemsOf> {
  const order = orderBySum(frame, items, (row) => itemIndexes[row]!);
  const newIndexes = Int32Array.from(order.keys());
  for (const [to, from] of order.entries()) newIndexes[from] = to;
  return { items: order.map((from) => items[from]!), itemIndexes: itemIndexes.map((index) => newIndexes[index]!) };
}

/** Items of a continuous time axis, in order. */
function momentsOf(axis: DimensionColumn): { items: AxisItem[]; itemIndexes: Int32Array } {
  const times = axis.values.map((value) => (typeof value === 'string' ? new Date(value).getTime() : Number.NaN));
  const sorted = [...new Set(times.filter((time) => !Number.isNaN(time)))].sort((a, b) => a - b);
  const indexByTime = new Map(sorted.map((time, index) => [time, index]));
  const itemIndexes = Int32Array.from(times, (time) => indexByTime.get(time) ?? -1);
  return { items: sorted.map((time) => ({ value: new Date(time).toISOString(), isRest: false })), itemIndexes };
}

type ItemIndexes = {
  itemIndexes: Int32Array;
  length: number;
  /** Number of leading items in which a missing row means the empty value. */
  filledCount: number;
};

/** Fills items without rows: with the empty value, or the last value of a running total. */
function fillEmptyAmounts(
  amounts: (number | null)[],
  rows: (number | null)[],
  { field }: MeasureColumn,
  filledCount: number,
): void {
  let emptyValue = field.emptyValue ?? null;
  for (let index = 0; index < filledCount; index += 1) {
    if (rows[index] === null) amounts[index] = emptyValue;
    else if (field.isRunning) emptyValue = amounts[index] ?? emptyValue;
  }
}

function seriesOf(
  group: SeriesGroup,
  column: MeasureColumn,
  { itemIndexes, length, filledCount }: ItemIndexes,
): Omit<ChartSeries, 'name' | 'baseName' | 'colour'> {
  const empty = () => Array<number | null>(length).fill(null);
  const [values, base, rows] = [empty(), column.base && empty(), empty()];
  for (const row of group.rows) {
    const index = itemIndexes[row]!;
    if (index < 0) continue;
    values[index] = amountOf(column.values[row]);
    if (base) base[index] = amountOf(column.base![row]);
    rows[index] = row;
  }
  fillEmptyAmounts(values, rows, column, filledCount);
  if (base) fillEmptyAmounts(base, rows, column, filledCount);
  return { column, values, base, rows };
}

const sizeOf = (rows: number[], column: MeasureColumn) =>
  rows.reduce((sum, row) => sum + Math.abs(amountOf(column.values[row]) ?? 0), 0);

/** The series with the largest amounts, in result order. Only these are laid out: there may be thousands. */
function largestSeries(groups: SeriesGroup[], measures: MeasureColumn[], maxSeriesCount: number) {
  const allSeries = groups.flatMap((group, at) => measures.map((column, index) => ({ group, at, column, index })));
  if (allSeries.length <= maxSeriesCount) return { lines: allSeries, count: allSeries.length };
  const sizes = new Map(allSeries.map((line) => [line, sizeOf(line.group.rows, line.column)]));
  const largest = new Set(allSeries.toSorted((a, b) => sizes.get(b)! - sizes.get(a)!).slice(0, maxSeriesCount));
  return { lines: allSeries.filter((line) => largest.has(line)), count: allSeries.length };
}

type LayoutInput = Pick<DrawInput, 'frame' | 'options' | 'look'>;

// The chart and its summary share a layout, which is expensive to compute.
const layoutCache = new WeakMap<Frame, { key: string; layout: SeriesLayout }>();

/** Lays out a result along its axis; series beyond the limit are left out with a note. */
export function layOut(input: LayoutInput, { seriesLimit } = { seriesLimit: maxSeries }): SeriesLayout {
  const key = JSON.stringify([input.look, input.options.numbers, seriesLimit]);
  const last = layoutCache.get(input.frame);
  if (last?.key === key) return last.layout;
  const layout = computeLayout(input, seriesLimit);
  layoutCache.set(input.frame, { key, layout });
  return layout;
}

/** Number of leading items that are not in the future. */
function filledCountOf({ steps }: Frame, axis: DimensionColumn | null, items: AxisItem[]): number {
  if (axis?.field.datePart?.hasEvery) return items.length;
  if (!axis?.field.grain) return 0;
  const last = steps?.at(-1);
  if (last === undefined) return 0;
  return items.findLastIndex(({ value }) => Date.parse(value as string) <= Date.parse(last)) + 1;
}

function computeLayout({ frame, options, look }: LayoutInput, seriesLimit: number): SeriesLayout {
  const { axis, others } = axisOf(frame);
  const grain = axis && grainOf(axis);
  const isMoments = axis?.field.type === 'time' && grain === null;
  const itemList = isMoments ? momentsOf(axis) : itemsOf(frame, axis, grain);
  const isNamed = others.length > 0 && !isMoments && !grain;
  const { items, itemIndexes } = isNamed ? sortItemsBySum(frame, itemList) : itemList;
  const measures = measuresOf(frame, options);
  const groups = groupRows(frame, others);
  const texts = chartTexts[look.language];
  const colours = coloursOf(
    groups.map((group) => ({ value: group.values.length > 0 ? group.values.join(' · ') : '', isRest: group.isRest })),
    look,
    colourKeyOf(others),
  );
  const nameOf = (group: SeriesGroup, column: MeasureColumn) => {
    if (others.length === 0) return oneLine(column.field.label);
    const parts = others.map((each, index) =>
      itemName({ value: group.values[index], isRest: group.isRest }, each, look),
    );
    const name = group.isRest ? texts.rest : parts.join(' · ');
    return measures.length > 1 ? `${name} · ${oneLine(column.field.label)}` : name;
  };
  const { lines, count } = largestSeries(groups, measures, seriesLimit);
  const series = lines.map(({ group, at, column, index }): ChartSeries => ({
    name: nameOf(group, column),
    baseName: others.length === 0 ? oneLine(column.baseLabel) : texts.before(nameOf(group, column)),
    colour: others.length === 0 || measures.length > 1 ? colourAt(at * measures.length + index, look) : colours[at]!,
    ...seriesOf(group, column, { itemIndexes, length: items.length, filledCount: filledCountOf(frame, axis, items) }),
  }));
  const notes = count > seriesLimit ? [texts.someSeries(seriesLimit, count)] : [];
  const unfinished =
    grain && frame.unfinished !== null ? items.findIndex(({ value }) => value === frame.unfinished) : -1;
  const moments = isMoments ? items.map(({ value }) => new Date(value as string).getTime()) : null;
  return { axis, grain, items, series, notes, moments, unfinished, alignment: frame.alignment };
}

/** The axis of a layout, for picking items along it. */
export const chartAxisOf = ({ axis, items, moments }: SeriesLayout): ChartAxis | undefined =>
  axis
    ? {
        field: axis.field.name,
        values: items.map(({ value, isRest: rest }) => (rest ? undefined : value)),
        moments,
        isTime: isTimeField(axis.field),
      }
    : undefined;

/** All values of all series, including compared ones. */
export const everyAmount = (series: ChartSeries[]): (number | null)[] =>
  series.flatMap(({ values, base }) => (base ? [...values, ...base] : values));
