import { aggregateOfKind, isIdentifying, kindOf, type NumberKind } from '#domain/columns/column-kinds.ts';
import { boundWords, hasWord, headlineWords, plainName, withoutWords } from '#domain/columns/column-words.ts';
import type { ColumnProfile } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type { Formula } from '#domain/query/query.ts';

/** A column with its profile and the kind of its numbers. */
export type ProfiledColumn = { column: DatasetColumn; profile: ColumnProfile; kind: NumberKind };

/** A measure that may be shown. Only the parts of a sum without negative values make a whole. */
export type MeasureCandidate = {
  formula: Formula;
  column: DatasetColumn | null;
  kind: NumberKind | null;
  isSum: boolean;
  isPositive: boolean;
  /** Relevance to people, by name alone. */
  weight: number;
  /** The standard deviation of its values, if there is one. */
  deviation: number | null;
};

export const countOfRows: MeasureCandidate = {
  formula: { kind: 'count' },
  column: null,
  kind: null,
  isSum: true,
  isPositive: true,
  // Measures of lower weight are less interesting than the number of rows.
  weight: 0.35,
  deviation: null,
};

type TableFacts = { rows: number; hasTime: boolean };

export const profiledColumnOf = (column: DatasetColumn, profile: ColumnProfile, table: TableFacts): ProfiledColumn => ({
  column,
  profile,
  kind: kindOf(column, profile, table),
});

/** The columns that can be measured, by the chosen aggregation or by their kind. */
export function amountsOf(columns: ProfiledColumn[], hasTime: boolean): MeasureCandidate[] {
  const measured = columns.filter(isMeasured);
  const isBound = (each: ProfiledColumn) => isBoundOf(each, measured);
  const plain = measured.filter((each) => !isBound(each)).map((each) => amountOf(each, hasTime));
  const bounds = measured.filter(isBound).map((each) => amountOf(each, hasTime));
  return [...plain, ...bounds.map((amount) => ({ ...amount, weight: amount.weight / 2 }))];
}

/** Whether a column is the minimum or maximum of another one, like the lowest price beside the price. */
function isBoundOf({ column }: ProfiledColumn, others: ProfiledColumn[]): boolean {
  const plain = withoutWords(column.name, boundWords);
  return plain !== '' && others.some((other) => other.column !== column && plain === plainName(other.column.name));
}

function isMeasured({ column, profile, kind }: ProfiledColumn): boolean {
  if (profile.distinct < 2) return false;
  if (column.type === 'boolean') return true;
  if (!isNumeric(column)) return false;
  if (column.aggregation !== 'automatic') return column.aggregation !== 'distinct';
  return column.role === 'measure' && kind !== 'coordinate' && !isIdentifying(kind);
}

function amountOf({ column, profile, kind }: ProfiledColumn, hasTime: boolean): MeasureCandidate {
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

const isFew = ({ column, profile, kind }: ProfiledColumn) =>
  kind === 'unknown' && column.type === 'integer' && profile.distinct <= fewValues;

const countOf = ({ histogram, top }: ColumnProfile) =>
  [...histogram, ...top].reduce((sum, { count }) => sum + count, 0);

const plainWeight: Partial<Record<NumberKind, number>> = { rating: 2, amount: 1.5, cumulative: 0.8, flag: 0.5 };

/** An integer with so few values and no telling name is a category rather than a measure: engines of a plane. */
const fewValues = 5;

/** By name: money and outcomes before prices and scores, those before names without meaning. */
function weightOf(column: DatasetColumn, kind: NumberKind): number {
  const names = [column.name, column.label.en_US, column.label.zh_CN];
  const isHeadline = headlineWords.find(({ words }) => names.some((name) => hasWord(name, words)));
  const plain = plainWeight[kind] ?? 1;
  const weight = isHeadline ? (kind === 'cumulative' ? plain : isHeadline.weight) : plain;
  const isBound = names.some((name) => hasWord(name, boundWords));
  return (column.format === 'currency' ? Math.max(weight, 2) : weight) * (isBound ? 0.8 : 1);
}

/** Whether a column is a small scale such as one to five, whose distribution is more interesting than its mean. */
export const isScaleOfFew = ({ column, profile, kind }: ProfiledColumn) =>
  column.type === 'integer' &&
  column.role === 'measure' &&
  (kind === 'rating' || kind === 'unknown' || kind === 'level') &&
  profile.distinct >= 3 &&
  profile.distinct <= 11 &&
  typeof profile.min === 'number' &&
  typeof profile.max === 'number' &&
  profile.min >= 0 &&
  profile.max <= 10;
