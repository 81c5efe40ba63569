import { exactText } from '#display/format/text.ts';
import type { Language } from '#domain/language.ts';
import type { ColumnType, Direction } from '#domain/query/query.ts';
import { sortNumbers, type YieldToPage } from './merge-sort.ts';

export type Sorting = { column: string; direction: Direction };

/** A sort column; the most important comes first. */
export type SortKey = { values: unknown[]; type: ColumnType; direction: Direction };

/** The sorted row indexes. Empty cells come last in either direction, and the rest row after everything. */
export async function sortRows(
  keys: SortKey[],
  rest: boolean[] | null,
  { language, yieldToPage }: { language: Language; yieldToPage: YieldToPage },
): Promise<Uint32Array> {
  const count = keys[0]?.values.length ?? 0;
  const ranks: Float64Array[] = [];
  if (rest) ranks.push(Float64Array.from(rest, Number));
  for (const key of keys) ranks.push(await ranksOf(key, language, yieldToPage));
  return sortNumbers(count, compareBy(ranks), yieldToPage);
}

function compareBy(ranks: Float64Array[]): (a: number, b: number) => number {
  const [singleRank] = ranks;
  if (singleRank && ranks.length === 1) return (a, b) => singleRank[a]! - singleRank[b]! || a - b;
  return (a, b) => {
    for (const rank of ranks) {
      const difference = rank[a]! - rank[b]!;
      if (difference !== 0) return difference;
    }
    return a - b;
  };
}

// Larger than any value, but finite: the difference of two must be zero.
const sortsLast = Number.MAX_VALUE;

/** A number per row that sorts like its value. */
async function ranksOf(key: SortKey, language: Language, yieldToPage: YieldToPage): Promise<Float64Array> {
  const { values, type, direction } = key;
  const sign = direction === 'ascending' ? 1 : -1;
  if (type === 'integer' || type === 'number' || type === 'boolean') {
    return mapWithYield(values, (value) => (isNothing(value) ? sortsLast : sign * Number(value)), yieldToPage);
  }
  const ranks = await textRanksOf(values, type, language, yieldToPage);
  return mapWithYield(
    values,
    (value) => (isNothing(value) ? sortsLast : sign * ranks.get(exactText(value))!),
    yieldToPage,
  );
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || Number.isNaN(value);

const block = 8192;

async function mapWithYield(
  values: unknown[],
  map: (value: unknown) => number,
  yieldToPage: YieldToPage,
): Promise<Float64Array> {
  const mapped = new Float64Array(values.length);
  for (const [row, value] of values.entries()) {
    mapped[row] = map(value);
    if (row % block === 0) await yieldToPage(0);
  }
  return mapped;
}

/** Rank of each distinct text, so that rows are compared without collating texts again. */
async function textRanksOf(
  values: unknown[],
  type: ColumnType,
  language: Language,
  yieldToPage: YieldToPage,
): Promise<Map<string, number>> {
  const ranks = new Map<string, number>();
  for (const [row, value] of values.entries()) {
    if (!isNothing(value)) ranks.set(exactText(value), 0);
    if (row % block === 0) await yieldToPage(0);
  }
  const distinct = [...ranks.keys()];
  const compare = comparerOf(type, language);
  const order = await sortNumbers(distinct.length, (a, b) => compare(distinct[a]!, distinct[b]!) || a - b, yieldToPage);
  for (const [rank, index] of order.entries()) {
    ranks.set(distinct[index]!, rank);
    if (rank % block === 0) await yieldToPage(1);
  }
  return ranks;
}

/** Dates and moments sort as strings; other texts by the collation of the language. */
function comparerOf(type: ColumnType, language: Language): (a: string, b: string) => number {
  if (type === 'date' || type === 'time') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator(language.replace('_', '-')).compare;
}

/** The sortings after a click on a head: ascending, descending, unsorted. */
export function nextSortings(now: Sorting[], column: string, keepsOthers: boolean, firstDown: boolean): Sorting[] {
  const steps: (Direction | undefined)[] = firstDown ? ['descending', 'ascending'] : ['ascending', 'descending'];
  const before = now.find((each) => each.column === column)?.direction;
  const next = before === undefined ? steps[0] : steps[steps.indexOf(before) + 1];
  if (!keepsOthers) return next ? [{ column, direction: next }] : [];
  if (!next) return now.filter((each) => each.column !== column);
  if (!before) return [...now, { column, direction: next }];
  return now.map((each) => (each.column === column ? { column, direction: next } : each));
}
