import type { ColumnType } from '#domain/query/query.ts';

/** A column to compare: some of its distinct values, and how many cells they come from. */
export type ColumnSample = { name: string; type: ColumnType; values: Set<string>; cells: number };

const families: Record<ColumnType, string> = {
  text: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'time',
  time: 'time',
  json: 'json',
};

const maxCategories = 20;

/** Share of the smaller set's values that are also in the other set. */
export function overlapOf(a: Set<string>, b: Set<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  if (few.size === 0) return 0;
  return [...few].filter((value) => many.has(value)).length / few.size;
}

/** Whether two columns may have the same meaning, judging by their values. True if either has no values. */
export function areSimilar(a: ColumnSample, b: ColumnSample): boolean {
  if (families[a.type] !== families[b.type]) return false;
  if (a.values.size === 0 || b.values.size === 0) return true;
  if (!haveSimilarVariety(a, b)) return false;
  switch (families[a.type]) {
    case 'number':
      return areSimilarNumbers(a, b);
    case 'time':
      return areSimilarTimes(a, b);
    case 'text':
      return areSimilarTexts(a, b);
    default:
      // Booleans and JSON: the values of one column do not differ enough from those of another.
      return false;
  }
}

const varietyOf = ({ values, cells }: ColumnSample) => values.size / Math.max(1, cells);
const hasFew = ({ values }: ColumnSample) => values.size <= maxCategories;

// A key column is not a category column. Needs enough rows to tell.
function haveSimilarVariety(a: ColumnSample, b: ColumnSample): boolean {
  if (Math.min(a.cells, b.cells) < maxCategories) return true;
  const [one, other] = [varietyOf(a), varietyOf(b)];
  return hasFew(a) || hasFew(b) ? hasFew(a) === hasFew(b) : Math.max(one, other) < 3 * Math.min(one, other);
}

const numbersOf = ({ values }: ColumnSample) =>
  [...values]
    .map(Number)
    .filter(Number.isFinite)
    .sort((x, y) => x - y);
const quantileOf = (sorted: number[], share: number) => sorted[Math.round((sorted.length - 1) * share)]!;
const fractionsIn = (list: number[]) => list.filter((value) => !Number.isInteger(value)).length / list.length;

function areSimilarNumbers(a: ColumnSample, b: ColumnSample): boolean {
  const [one, other] = [numbersOf(a), numbersOf(b)];
  if (one.length === 0 || other.length === 0) return false;
  if (hasFew(a) && hasFew(b)) return overlapOf(a.values, b.values) >= 0.5;
  if (Math.abs(fractionsIn(one) - fractionsIn(other)) > 0.5) return false;
  const middles = [quantileOf(one, 0.5), quantileOf(other, 0.5)].map(Math.abs).sort((x, y) => x - y);
  return sharedRange(one, other) >= 0.3 && middles[1]! <= 3 * middles[0]! + 1e-9;
}

/** Overlap of the 10th to 90th percentile ranges, as a share of their union. */
function sharedRange(one: number[], other: number[]): number {
  const [low, high] = [0.1, 0.9];
  const from = [quantileOf(one, low), quantileOf(other, low)];
  const to = [quantileOf(one, high), quantileOf(other, high)];
  const whole = Math.max(...to) - Math.min(...from);
  return whole === 0 ? 1 : Math.max(0, Math.min(...to) - Math.max(...from)) / whole;
}

// The next file usually continues where the last one ended, so ranges may be adjacent.
function areSimilarTimes(a: ColumnSample, b: ColumnSample): boolean {
  const [one, other] = [a, b].map(({ values }) =>
    [...values]
      .map((value) => Date.parse(value))
      .filter(Number.isFinite)
      .sort((x, y) => x - y),
  ) as [number[], number[]];
  if (one.length === 0 || other.length === 0) return true;
  const gap = Math.max(one[0]!, other[0]!) - Math.min(one.at(-1)!, other.at(-1)!);
  const longest = Math.max(one.at(-1)! - one[0]!, other.at(-1)! - other[0]!);
  return gap <= longest;
}

function areSimilarTexts(a: ColumnSample, b: ColumnSample): boolean {
  if (overlapOf(a.values, b.values) >= 0.5) return true;
  return !hasFew(a) && !hasFew(b) && sharedShapes(a, b) >= 0.6;
}

/** Pattern of a text: each run of letters, Chinese characters or digits becomes one character. */
const shapeOf = (text: string) =>
  text
    .replaceAll(/\p{Script=Han}+/gu, '字')
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/(?!字)\p{L}+/gu, 'a');

function sharedShapes(a: ColumnSample, b: ColumnSample): number {
  const [one, other] = [shapeSharesOf(a), shapeSharesOf(b)];
  return [...one].reduce((sum, [shape, share]) => sum + Math.min(share, other.get(shape) ?? 0), 0);
}

function shapeSharesOf({ values }: ColumnSample): Map<string, number> {
  const shares = new Map<string, number>();
  for (const value of values) {
    const shape = shapeOf(value);
    shares.set(shape, (shares.get(shape) ?? 0) + 1 / values.size);
  }
  return shares;
}
