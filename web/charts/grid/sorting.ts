import type { Language } from '#contract/language.ts';
import type { ColumnType, Direction } from '#contract/query.ts';
import { sortNumbers } from './merge.ts';
import type { Pace } from './pace.ts';
import { exactText } from './selection.ts';

export type Sorting = { column: string; direction: Direction };

/** The values that rows are sorted by, the most important first. */
export type SortKey = { values: unknown[]; type: ColumnType; direction: Direction };

/** The rows in order. Empty cells come last whichever the direction, and the rest after everything. */
export async function sortRows(
  keys: SortKey[],
  rest: boolean[] | null,
  { language, pace }: { language: Language; pace: Pace },
): Promise<Uint32Array> {
  const count = keys[0]?.values.length ?? 0;
  const ranks: Float64Array[] = [];
  if (rest) ranks.push(Float64Array.from(rest, Number));
  for (const key of keys) ranks.push(await ranksOf(key, language, pace));
  return sortNumbers(count, compareBy(ranks), pace);
}

function compareBy(ranks: Float64Array[]): (a: number, b: number) => number {
  const [only] = ranks;
  if (only && ranks.length === 1) return (a, b) => only[a]! - only[b]! || a - b;
  return (a, b) => {
    for (const rank of ranks) {
      const difference = rank[a]! - rank[b]!;
      if (difference !== 0) return difference;
    }
    return a - b;
  };
}

// Larger than any value, yet not infinite: two of them must be equal.
const last = Number.MAX_VALUE;

/** A number for each row that sorts as its value does. */
async function ranksOf(key: SortKey, language: Language, pace: Pace): Promise<Float64Array> {
  const { values, type, direction } = key;
  const sign = direction === 'ascending' ? 1 : -1;
  if (type === 'integer' || type === 'number' || type === 'boolean') {
    return mapSlowly(values, (value) => (isNothing(value) ? last : sign * Number(value)), pace);
  }
  const places = await placesOf(values, type, language, pace);
  return mapSlowly(values, (value) => (isNothing(value) ? last : sign * places.get(exactText(value))!), pace);
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || Number.isNaN(value);

const block = 8192;

async function mapSlowly(values: unknown[], map: (value: unknown) => number, pace: Pace): Promise<Float64Array> {
  const mapped = new Float64Array(values.length);
  for (const [row, value] of values.entries()) {
    mapped[row] = map(value);
    if (row % block === 0) await pace(0);
  }
  return mapped;
}

/** Where each distinct text stands among all, so that two rows are compared without reading their texts again. */
async function placesOf(
  values: unknown[],
  type: ColumnType,
  language: Language,
  pace: Pace,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const [row, value] of values.entries()) {
    if (!isNothing(value)) places.set(exactText(value), 0);
    if (row % block === 0) await pace(0);
  }
  const distinct = [...places.keys()];
  const compare = comparerOf(type, language);
  const order = await sortNumbers(distinct.length, (a, b) => compare(distinct[a]!, distinct[b]!) || a - b, pace);
  for (const [place, index] of order.entries()) {
    places.set(distinct[index]!, place);
    if (place % block === 0) await pace(1);
  }
  return places;
}

/** Days and moments are written so that they sort letter by letter; words sort as their language has it. */
function comparerOf(type: ColumnType, language: Language): (a: string, b: string) => number {
  if (type === 'date' || type === 'time') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator(language.replace('_', '-')).compare;
}

/** What a click on a head makes of the order: up, down, and back to how the rows came. */
export function nextSortings(now: Sorting[], column: string, keepsOthers: boolean, firstDown: boolean): Sorting[] {
  const steps: (Direction | undefined)[] = firstDown ? ['descending', 'ascending'] : ['ascending', 'descending'];
  const before = now.find((each) => each.column === column)?.direction;
  const next = before === undefined ? steps[0] : steps[steps.indexOf(before) + 1];
  if (!keepsOthers) return next ? [{ column, direction: next }] : [];
  if (!next) return now.filter((each) => each.column !== column);
  if (!before) return [...now, { column, direction: next }];
  return now.map((each) => (each.column === column ? { column, direction: next } : each));
}
