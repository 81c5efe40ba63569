import type { Alignment } from '#contract/alignment.ts';
import type { Grain } from '#contract/query.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatGroup } from '#display/format/cell.ts';
import type { Frame, Look } from '#display/frame.ts';
import { orderBySum } from './arrange.ts';
import {
  type DimensionColumn,
  colouredBy,
  dimensionsOf,
  isRest,
  isTimeField,
  type MeasureColumn,
  measuresOf,
  rowCountOf,
} from './columns.ts';
import { oneLine } from './lettering.ts';
import { colourAt, coloursOf } from './palette.ts';
import type { Along, Picture } from './picture.ts';
import { fillSteps, grainOf } from './steps.ts';
import { chartTexts } from './texts.ts';

/** One place along an axis. */
export type Item = { value: unknown; isRest: boolean };

/** One line, or the bars of one colour: a number for each item, and the row that it comes from. */
export type Series = {
  name: string;
  colour: string;
  column: MeasureColumn;
  values: (number | null)[];
  base: (number | null)[] | null;
  baseName: string;
  rows: (number | null)[];
};

/** An answer laid out along an axis. */
export type Layout = {
  axis: DimensionColumn | null;
  /** Of an axis of time; null for one of names. */
  grain: Grain | null;
  items: Item[];
  series: Series[];
  notes: string[];
  /** Of an axis of time without steps: when each item is, in milliseconds. */
  moments: number[] | null;
  /** Where the step is that is not over yet; -1 if there is none. */
  unfinished: number;
  /** How its steps are matched with those they are compared with. */
  alignment: Alignment | undefined;
};

export const maxSeries = 12;

/** What an item is called in full. */
export function itemName({ value, isRest: rest }: Item, axis: DimensionColumn | null, look: Look): string {
  if (rest) return chartTexts[look.language].rest;
  if (!axis) return '';
  return oneLine(formatGroup(value, axis.field, look));
}

const isEmpty = (value: unknown) => value === null || value === undefined;
const keyOf = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

const lengthOf = ({ field }: DimensionColumn) => field.datePart?.values.length ?? 0;

/** The axis is the first dimension of time, else hours, months or weekdays, which are many and in order, else the first one. */
export function axisOf(frame: Frame): { axis: DimensionColumn | null; others: DimensionColumn[] } {
  const dimensions = dimensionsOf(frame);
  const [part] = dimensions.filter((each) => lengthOf(each) > 0).sort((a, b) => lengthOf(b) - lengthOf(a));
  const axis =
    dimensions.find(({ field }) => field.type === 'date' || field.type === 'time') ?? part ?? dimensions[0] ?? null;
  return { axis, others: dimensions.filter((each) => each !== axis) };
}

type Group = { values: unknown[]; isRest: boolean; rows: number[] };

/** The rows of each combination of the other dimensions, in the order in which they come, or by their sums. */
function groupRows(frame: Frame, others: DimensionColumn[]): Group[] {
  const count = rowCountOf(frame);
  const groups = new Map<string, Group>();
  for (let row = 0; row < count; row += 1) {
    // The dimension that has the rest is empty in its row.
    const rest = isRest(frame, row) && others.some((each) => isEmpty(each.values[row]));
    const values = others.map((each) => keyOf(each.values[row]));
    const key = others.length === 0 ? '' : JSON.stringify([rest, ...values]);
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { values, isRest: rest, rows: [row] });
  }
  const all = inPartOrder(frame, withEveryPart([...groups.values()], others), others);
  if (all.length < 2) return all;
  const places = new Map(all.flatMap((group, place) => group.rows.map((row) => [row, place])));
  return orderBySum(frame, all, (row) => places.get(row)!).map((place) => all[place]!);
}

/** Hours, weekdays or months without rows are there, too. */
function withEveryPart(groups: Group[], others: DimensionColumn[]): Group[] {
  const datePart = others.length === 1 ? others[0]!.field.datePart : undefined;
  if (!datePart?.hasEvery) return groups;
  const known = new Set(groups.map(({ values }) => values[0]));
  const missing = datePart.values.filter((value) => !known.has(value));
  return [...groups, ...missing.map((value) => ({ values: [value], isRest: false, rows: [] }))];
}

/** Where the rows go by no amount, hours, weekdays and months have their own order; what is none of them comes last. */
function inPartOrder(frame: Frame, groups: Group[], others: DimensionColumn[]): Group[] {
  if (frame.sorted || others.every(({ field }) => !field.datePart)) return groups;
  const placers = others.map(({ field }, index) => {
    const places = new Map<unknown, number>();
    for (const value of field.datePart?.values ?? groups.map(({ values }) => values[index])) {
      if (!places.has(value)) places.set(value, places.size);
    }
    return ({ values }: Group) => places.get(values[index]) ?? places.size;
  });
  const compare = (a: Group, b: Group) =>
    placers.reduce((sign, placeOf) => sign || placeOf(a) - placeOf(b), Number(a.isRest) - Number(b.isRest));
  return groups.toSorted(compare);
}

/** The same along an axis: one row for each of them is in order already. */
function partItems({ datePart }: DimensionColumn['field'], values: unknown[]): Item[] {
  const known = new Set(values);
  const shown = datePart?.values.filter((value) => datePart.hasEvery || known.has(value)) ?? [];
  return shown.map((value) => ({ value, isRest: false }));
}

function itemsOf(
  frame: Frame,
  axis: DimensionColumn | null,
  grain: Grain | null,
): { items: Item[]; places: Int32Array } {
  const count = rowCountOf(frame);
  const places = new Int32Array(count);
  if (!axis) return { items: [{ value: null, isRest: false }], places };
  const isRestHere = (row: number) => isRest(frame, row) && isEmpty(axis.values[row]);
  if (grain) {
    const steps = fillSteps(axis.values, grain, axis.field.grain ? frame.steps : []);
    return { items: steps.values.map((value) => ({ value, isRest: false })), places: steps.places };
  }
  const isAlone = dimensionsOf(frame).length === 1;
  const items: Item[] = isAlone || frame.sorted ? [] : partItems(axis.field, axis.values);
  const found = new Map<unknown, number>(items.map(({ value }, place) => [value, place]));
  for (let row = 0; row < count; row += 1) {
    const rest = isRestHere(row);
    const key = rest ? found : keyOf(axis.values[row]);
    if (!found.has(key)) found.set(key, items.push({ value: axis.values[row], isRest: rest }) - 1);
    places[row] = found.get(key)!;
  }
  return { items, places };
}

/** The same with those first that have the most, where several rows stand for one. */
function bySum(frame: Frame, { items, places }: ReturnType<typeof itemsOf>): ReturnType<typeof itemsOf> {
  const order = orderBySum(frame, items, (row) => places[row]!);
  const moved = Int32Array.from(order.keys());
  for (const [to, from] of order.entries()) moved[from] = to;
  return { items: order.map((from) => items[from]!), places: places.map((place) => moved[place]!) };
}

/** The moments of an axis without steps, in their order. */
function momentsOf(axis: DimensionColumn): { items: Item[]; places: Int32Array } {
  const times = axis.values.map((value) => (typeof value === 'string' ? new Date(value).getTime() : Number.NaN));
  const sorted = [...new Set(times.filter((time) => !Number.isNaN(time)))].sort((a, b) => a - b);
  const found = new Map(sorted.map((time, index) => [time, index]));
  const places = Int32Array.from(times, (time) => found.get(time) ?? -1);
  return { items: sorted.map((time) => ({ value: new Date(time).toISOString(), isRest: false })), places };
}

type Places = {
  places: Int32Array;
  length: number;
  /** Up to which place what has no rows is known to be nothing. */
  known: number;
};

/** The amounts where there are no rows: nothing, or of a total what it was before. */
function settle(amounts: (number | null)[], rows: (number | null)[], { field }: MeasureColumn, known: number): void {
  let idle = field.idle ?? null;
  for (let place = 0; place < known; place += 1) {
    if (rows[place] === null) amounts[place] = idle;
    else if (field.isRunning) idle = amounts[place] ?? idle;
  }
}

function seriesOf(
  group: Group,
  column: MeasureColumn,
  { places, length, known }: Places,
): Omit<Series, 'name' | 'baseName' | 'colour'> {
  const empty = () => Array<number | null>(length).fill(null);
  const [values, base, rows] = [empty(), column.base && empty(), empty()];
  for (const row of group.rows) {
    const place = places[row]!;
    if (place < 0) continue;
    values[place] = amountOf(column.values[row]);
    if (base) base[place] = amountOf(column.base![row]);
    rows[place] = row;
  }
  settle(values, rows, column, known);
  if (base) settle(base, rows, column, known);
  return { column, values, base, rows };
}

const sizeOf = (rows: number[], column: MeasureColumn) =>
  rows.reduce((sum, row) => sum + Math.abs(amountOf(column.values[row]) ?? 0), 0);

/** The lines with the largest amounts, in the order of the answer. Only these are laid out: there may be thousands. */
function largestOf(groups: Group[], measures: MeasureColumn[], most: number) {
  const all = groups.flatMap((group, at) => measures.map((column, index) => ({ group, at, column, index })));
  if (all.length <= most) return { lines: all, count: all.length };
  const sizes = new Map(all.map((line) => [line, sizeOf(line.group.rows, line.column)]));
  const largest = new Set(all.toSorted((a, b) => sizes.get(b)! - sizes.get(a)!).slice(0, most));
  return { lines: all.filter((line) => largest.has(line)), count: all.length };
}

type Wish = Pick<Picture, 'frame' | 'options' | 'look'>;

// A picture and its summary are made of the same layout, and a long one takes its time.
const lastLayouts = new WeakMap<Frame, { key: string; layout: Layout }>();

/** Lays an answer out along its axis; more series than can be told apart are left out, and a note says so. */
export function layOut(wish: Wish, { mostSeries } = { mostSeries: maxSeries }): Layout {
  const key = JSON.stringify([wish.look, wish.options.numbers, mostSeries]);
  const last = lastLayouts.get(wish.frame);
  if (last?.key === key) return last.layout;
  const layout = layOutAnew(wish, mostSeries);
  lastLayouts.set(wish.frame, { key, layout });
  return layout;
}

/** What is yet to come is not nothing. */
function knownOf({ steps }: Frame, axis: DimensionColumn | null, items: Item[]): number {
  if (axis?.field.datePart?.hasEvery) return items.length;
  if (!axis?.field.grain) return 0;
  const last = steps?.at(-1);
  if (last === undefined) return 0;
  return items.findLastIndex(({ value }) => Date.parse(value as string) <= Date.parse(last)) + 1;
}

function layOutAnew({ frame, options, look }: Wish, mostSeries: number): Layout {
  const { axis, others } = axisOf(frame);
  const grain = axis && grainOf(axis);
  const isMoments = axis?.field.type === 'time' && grain === null;
  const found = isMoments ? momentsOf(axis) : itemsOf(frame, axis, grain);
  const isNamed = others.length > 0 && !isMoments && !grain;
  const { items, places } = isNamed ? bySum(frame, found) : found;
  const measures = measuresOf(frame, options);
  const groups = groupRows(frame, others);
  const say = chartTexts[look.language];
  const colours = coloursOf(
    groups.map((group) => ({ value: group.values.length > 0 ? group.values.join(' · ') : '', isRest: group.isRest })),
    look,
    colouredBy(others),
  );
  const nameOf = (group: Group, column: MeasureColumn) => {
    if (others.length === 0) return oneLine(column.field.label);
    const parts = others.map((each, index) =>
      itemName({ value: group.values[index], isRest: group.isRest }, each, look),
    );
    const name = group.isRest ? say.rest : parts.join(' · ');
    return measures.length > 1 ? `${name} · ${oneLine(column.field.label)}` : name;
  };
  const { lines, count } = largestOf(groups, measures, mostSeries);
  const series = lines.map(({ group, at, column, index }): Series => ({
    name: nameOf(group, column),
    baseName: others.length === 0 ? oneLine(column.baseLabel) : say.before(nameOf(group, column)),
    colour: others.length === 0 || measures.length > 1 ? colourAt(at * measures.length + index, look) : colours[at]!,
    ...seriesOf(group, column, { places, length: items.length, known: knownOf(frame, axis, items) }),
  }));
  const notes = count > mostSeries ? [say.someSeries(mostSeries, count)] : [];
  const unfinished =
    grain && frame.unfinished !== null ? items.findIndex(({ value }) => value === frame.unfinished) : -1;
  const moments = isMoments ? items.map(({ value }) => new Date(value as string).getTime()) : null;
  return { axis, grain, items, series, notes, moments, unfinished, alignment: frame.alignment };
}

/** The axis of a layout, for whoever points at a place along it. */
export const alongOf = ({ axis, items, moments }: Layout): Along | undefined =>
  axis
    ? {
        field: axis.field.name,
        values: items.map(({ value, isRest: rest }) => (rest ? undefined : value)),
        moments,
        isTime: isTimeField(axis.field),
      }
    : undefined;

/** The numbers of all series, those before included. */
export const everyAmount = (series: Series[]): (number | null)[] =>
  series.flatMap(({ values, base }) => (base ? [...values, ...base] : values));
