import { aggregateOfKind, isName, isNumeric, kindOf, type NumberKind } from '#contract/column-kinds.ts';
import { boundWords, hasWord, headlineWords, plainName, withoutWords } from '#contract/column-words.ts';
import type { ColumnProfile, DatasetColumn } from '#contract/datasets.ts';
import type { Formula } from '#contract/query.ts';

/** A column with what its values are like, and what its numbers are. */
export type Known = { column: DatasetColumn; profile: ColumnProfile; kind: NumberKind };

/** A number worth showing. Only the parts of a sum that is never below zero make a whole. */
export type Amount = {
  formula: Formula;
  column: DatasetColumn | null;
  kind: NumberKind | null;
  isSum: boolean;
  isPositive: boolean;
  /** How much people want to see it, by its name alone. */
  weight: number;
  /** The standard deviation of its values, if they have one. */
  deviation: number | null;
};

export const countOfRows: Amount = {
  formula: { kind: 'count' },
  column: null,
  kind: null,
  isSum: true,
  isPositive: true,
  // Below this, how many rows there are tells more than any number in them.
  weight: 0.35,
  deviation: null,
};

type Table = { rows: number; hasTime: boolean };

export const knownOf = (column: DatasetColumn, profile: ColumnProfile, table: Table): Known => ({
  column,
  profile,
  kind: kindOf(column, profile, table),
});

/** The columns that can be measured, as a person chose or as their kind allows. */
export function amountsOf(known: Known[], hasTime: boolean): Amount[] {
  const measured = known.filter(isMeasured);
  const isBound = (each: Known) => isBoundOf(each, measured);
  const plain = measured.filter((each) => !isBound(each)).map((each) => amountOf(each, hasTime));
  const bounds = measured.filter(isBound).map((each) => amountOf(each, hasTime));
  return [...plain, ...bounds.map((amount) => ({ ...amount, weight: amount.weight / 2 }))];
}

/** Whether a column is the least or most of a number that is there itself: the lowest price beside the price. */
function isBoundOf({ column }: Known, others: Known[]): boolean {
  const plain = withoutWords(column.name, boundWords);
  return plain !== '' && others.some((other) => other.column !== column && plain === plainName(other.column.name));
}

function isMeasured({ column, profile, kind }: Known): boolean {
  if (profile.distinct < 2) return false;
  if (column.type === 'boolean') return true;
  if (!isNumeric(column)) return false;
  if (column.aggregation !== 'automatic') return column.aggregation !== 'distinct';
  return column.role === 'measure' && kind !== 'coordinate' && !isName(kind);
}

function amountOf({ column, profile, kind }: Known, hasTime: boolean): Amount {
  const aggregate = column.aggregation === 'automatic' ? aggregateOfKind(kind, hasTime) : column.aggregation;
  const filled = 1 - profile.nulls / Math.max(1, profile.nulls + countOf(profile));
  return {
    formula: { kind: aggregate, column: column.id },
    column,
    kind,
    isSum: aggregate === 'sum',
    isPositive: Number(profile.min) >= 0,
    weight: weightOf(column, kind) * filled * (isFew({ column, profile, kind }) ? 0.6 : 1),
    deviation: profile.deviation,
  };
}

const isFew = ({ column, profile, kind }: Known) =>
  kind === 'unknown' && column.type === 'integer' && profile.distinct <= fewValues;

const countOf = ({ histogram, top }: ColumnProfile) =>
  [...histogram, ...top].reduce((sum, { count }) => sum + count, 0);

const plainWeight: Partial<Record<NumberKind, number>> = { rating: 2, amount: 1.5, cumulative: 0.8, flag: 0.5 };

/** An integer with so few values and no telling name sorts things more than it measures them: engines of a plane. */
const fewValues = 5;

/** By its name: money and outcomes before prices and scores, those before what has no telling name. */
function weightOf(column: DatasetColumn, kind: NumberKind): number {
  const names = [column.name, column.label.en_US, column.label.zh_CN];
  const isHeadline = headlineWords.find(({ words }) => names.some((name) => hasWord(name, words)));
  const plain = plainWeight[kind] ?? 1;
  const weight = isHeadline ? (kind === 'cumulative' ? plain : isHeadline.weight) : plain;
  const isBound = names.some((name) => hasWord(name, boundWords));
  return (column.format === 'currency' ? Math.max(weight, 2) : weight) * (isBound ? 0.8 : 1);
}

/** Whether a number is an answer on a small scale, such as one to five, whose spread tells more than its mean. */
export const isScaleOfFew = ({ column, profile, kind }: Known) =>
  column.type === 'integer' &&
  column.role === 'measure' &&
  (kind === 'rating' || kind === 'unknown' || kind === 'level') &&
  profile.distinct >= 3 &&
  profile.distinct <= 11 &&
  typeof profile.min === 'number' &&
  typeof profile.max === 'number' &&
  profile.min >= 0 &&
  profile.max <= 10;
