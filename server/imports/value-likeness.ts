import type { ColumnType } from '#contract/query.ts';

/** A column on one side of the comparison: some of its different values, and how many cells they come from. */
export type Side = { name: string; type: ColumnType; values: Set<string>; cells: number };

const families: Record<ColumnType, string> = {
  text: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'time',
  time: 'time',
  json: 'json',
};

const fewValues = 20;

/** The share of the values of the smaller side that are on the other side, too. */
export function overlapOf(a: Set<string>, b: Set<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  if (few.size === 0) return 0;
  return [...few].filter((value) => many.has(value)).length / few.size;
}

/** Whether two columns may well hold the same thing, by what their values are like. Without values nothing speaks against it. */
export function looksAlike(a: Side, b: Side): boolean {
  if (families[a.type] !== families[b.type]) return false;
  if (a.values.size === 0 || b.values.size === 0) return true;
  if (!haveLikeVariety(a, b)) return false;
  switch (families[a.type]) {
    case 'number':
      return areLikeNumbers(a, b);
    case 'time':
      return areLikeTimes(a, b);
    case 'text':
      return areLikeTexts(a, b);
    default:
      // A yes or a no is in every column of them.
      return false;
  }
}

const varietyOf = ({ values, cells }: Side) => values.size / Math.max(1, cells);
const hasFew = ({ values }: Side) => values.size <= fewValues;

// A key is no category. A few rows say nothing of that.
function haveLikeVariety(a: Side, b: Side): boolean {
  if (Math.min(a.cells, b.cells) < fewValues) return true;
  const [one, other] = [varietyOf(a), varietyOf(b)];
  return hasFew(a) || hasFew(b) ? hasFew(a) === hasFew(b) : Math.max(one, other) < 3 * Math.min(one, other);
}

const numbersOf = ({ values }: Side) =>
  [...values]
    .map(Number)
    .filter(Number.isFinite)
    .sort((x, y) => x - y);
const quantileOf = (sorted: number[], share: number) => sorted[Math.round((sorted.length - 1) * share)]!;
const fractionsIn = (list: number[]) => list.filter((value) => !Number.isInteger(value)).length / list.length;

function areLikeNumbers(a: Side, b: Side): boolean {
  const [one, other] = [numbersOf(a), numbersOf(b)];
  if (one.length === 0 || other.length === 0) return false;
  if (hasFew(a) && hasFew(b)) return overlapOf(a.values, b.values) >= 0.5;
  if (Math.abs(fractionsIn(one) - fractionsIn(other)) > 0.5) return false;
  const middles = [quantileOf(one, 0.5), quantileOf(other, 0.5)].map(Math.abs).sort((x, y) => x - y);
  return sharedRange(one, other) >= 0.3 && middles[1]! <= 3 * middles[0]! + 1e-9;
}

/** How much of the middle of both ranges together is in both. */
function sharedRange(one: number[], other: number[]): number {
  const [low, high] = [0.1, 0.9];
  const from = [quantileOf(one, low), quantileOf(other, low)];
  const to = [quantileOf(one, high), quantileOf(other, high)];
  const whole = Math.max(...to) - Math.min(...from);
  return whole === 0 ? 1 : Math.max(0, Math.min(...to) - Math.max(...from)) / whole;
}

// The next file usually has the days after those of the last one.
function areLikeTimes(a: Side, b: Side): boolean {
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

function areLikeTexts(a: Side, b: Side): boolean {
  if (overlapOf(a.values, b.values) >= 0.5) return true;
  return !hasFew(a) && !hasFew(b) && sharedShapes(a, b) >= 0.6;
}

/** How a text is written: runs of letters, Chinese characters and digits become one of each. */
const shapeOf = (text: string) =>
  text
    .replaceAll(/\p{Script=Han}+/gu, '字')
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/(?!字)\p{L}+/gu, 'a');

function sharedShapes(a: Side, b: Side): number {
  const [one, other] = [sharesOf(a), sharesOf(b)];
  return [...one].reduce((sum, [shape, share]) => sum + Math.min(share, other.get(shape) ?? 0), 0);
}

function sharesOf({ values }: Side): Map<string, number> {
  const shares = new Map<string, number>();
  for (const value of values) {
    const shape = shapeOf(value);
    shares.set(shape, (shares.get(shape) ?? 0) + 1 / values.size);
  }
  return shares;
}
