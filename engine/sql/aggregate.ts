import { Problem } from '#contract/errors.ts';
import type { Aggregate, Column, ColumnType, Formula, Metric } from '#domain/query/query.ts';
import { bind, type Fragment, inner, raw, sql } from './fragment.ts';
import { cellOf, columnOf, numberColumnOf, type Scope, type TableColumn } from './scope.ts';

/** One number that the engine aggregates for a group of rows. */
export type AggregatePart = {
  select: Fragment;
  /** Merges the numbers of several groups; null if that is impossible. */
  merge: ((value: Fragment) => Fragment) | null;
  /** Whether it is zero for a group without rows. */
  isAmount: boolean;
  /** The column by which rows must be ranked for it, see `rankNameOf`. */
  ranked: Column | null;
  /** Set if it is a percentile that the engine itself computes. */
  percentile: PercentilePart | null;
};

/** The percentile of the numbers of a group: of the cells of its rows, at a fraction. */
type PercentilePart = { cell: Fragment; fraction: number };

/** The distinct numbers that formulas need, in the order of their columns #a1, #a2, … */
type AggregateParts = Map<string, AggregatePart>;

/** SQL for the value of a formula, by the prefix of its numbers' columns. */
export type FormulaValue = {
  value: (prefix: string) => Fragment;
  type: ColumnType;
  /** The magnitude of the numbers it was calculated from, if they had decimals: digits beyond their 15th are noise. */
  magnitude: ((prefix: string) => Fragment) | null;
};

/** The value without rounding noise, so that rows, totals and files agree to the last digit. */
export const cleanOf = ({ dialect }: Scope, { value, magnitude }: FormulaValue, prefix: string): Fragment =>
  magnitude ? dialect.rounded(value(prefix), magnitude(prefix)) : value(prefix);

/** Collects the numbers that formulas need, and how each formula is calculated from them. */
export function collectParts(scope: Scope, formulas: Formula[]): { parts: AggregatePart[]; valued: FormulaValue[] } {
  const parts: AggregateParts = new Map();
  const valued = formulas.map((formula) => valueOf(scope, formula, parts));
  // Constants need no numbers, but a group needs at least one.
  if (parts.size === 0) valueOf(scope, { kind: 'count' }, parts);
  return { parts: [...parts.values()], valued };
}

function valueOf(scope: Scope, formula: Formula, parts: AggregateParts): FormulaValue {
  switch (formula.kind) {
    case 'number':
      return { value: () => bind(formula.value, 'number'), type: 'number', magnitude: null };
    case 'metric':
      return valueOf(scope, formulaOf(scope, formula.metric), parts);
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
      return calculate(scope, formula, parts);
    case 'average':
      return averageOf(scope, formula.column, parts);
    case 'sum':
      return sumOf(scope, numberColumnOf(scope, formula.column), parts);
    default: {
      const value = addPart(formula, partOf(scope, formula), parts);
      // Minimum and maximum are cell values; a percentile may be interpolated.
      const isInterpolated = formula.kind === 'median' || formula.kind === 'percentile';
      return { value, type: typeOf(scope, formula), magnitude: isInterpolated ? absolute(value) : null };
    }
  }
}

/** Whether the numbers of several groups can be merged into those of all their rows, see `AggregatePart`. */
export function canMerge(formula: Formula, metrics: Metric[]): boolean {
  if ('left' in formula) return canMerge(formula.left, metrics) && canMerge(formula.right, metrics);
  if (formula.kind !== 'metric') return !['distinct', 'median', 'percentile'].includes(formula.kind);
  const metric = metrics.find(({ id }) => id === formula.metric);
  return metric !== undefined && canMerge(metric.formula, []);
}

function formulaOf({ table }: Scope, id: string): Formula {
  const metric = table.metrics.find((each) => each.id === id);
  // A metric of metrics could be recursive.
  if (!metric || hasMetric(metric.formula)) throw new Problem('query_part_unknown', { value: id });
  return metric.formula;
}

const hasMetric = (formula: Formula): boolean =>
  formula.kind === 'metric' || ('left' in formula && (hasMetric(formula.left) || hasMetric(formula.right)));

const operators = { add: '+', subtract: '-', multiply: '*', divide: '/' } as const;
// Two large numbers may nearly cancel each other: so a difference is as noisy as the sum.
const magnitudeOperators = { ...operators, subtract: '+' } as const;

function calculate(scope: Scope, formula: Extract<Formula, { left: Formula }>, parts: AggregateParts): FormulaValue {
  const [left, right] = [numberOf(scope, formula.left, parts), numberOf(scope, formula.right, parts)];
  const { kind } = formula;
  const isQuotient = kind === 'divide';
  const value = (prefix: string) => {
    const divisor = right.value(prefix);
    return sql`(${left.value(prefix)} ${raw(operators[kind])} ${isQuotient ? sql`nullif(${divisor}, 0)` : divisor})`;
  };
  const magnitude = (prefix: string) => {
    const divisor = isQuotient ? sql`nullif(abs(${right.value(prefix)}), 0)` : right.magnitude(prefix);
    return sql`(${left.magnitude(prefix)} ${raw(magnitudeOperators[kind])} ${divisor})`;
  };
  return { value, type: 'number', magnitude };
}

function numberOf(scope: Scope, formula: Formula, parts: AggregateParts) {
  const { value, type, magnitude } = valueOf(scope, formula, parts);
  if (type !== 'integer' && type !== 'number') throw new Problem('formula_not_number');
  const number = (prefix: string) => scope.dialect.asNumber(value(prefix));
  return { value: number, magnitude: magnitude ?? absolute(number) };
}

// Up to this size, 15 digits include the hundredths. A sum that nearly cancels keeps those, however large its rows are.
const largestWithHundredths = raw('9e12');

/**
 * The sum of a column. Where the engine adds binary fractions, the sum of absolute values determines which digits are noise.
 */
function sumOf(scope: Scope, column: TableColumn, parts: AggregateParts): FormulaValue {
  const { dialect } = scope;
  const cell = cellOf(scope, column);
  const key = { kind: 'sum', column: column.id };
  // Sums of integers are exact.
  if (column.type === 'integer')
    return { value: addPart(key, amountOf(cell, adding(scope, 'integer')), parts), type: 'number', magnitude: null };
  const sum = addPart(key, amountOf(cell, dialect.sum), parts);
  if (dialect.isSumExact) return { value: sum, type: 'number', magnitude: absolute(sum) };
  // The sum of the absolute values is the sum itself, and costs a fifth of a query.
  if (column.isNonNegative)
    return { value: (prefix) => dialect.rounded(sum(prefix), sum(prefix)), type: 'number', magnitude: null };
  const amounts = addPart({ ...key, kind: 'amounts' }, amountOf(sql`abs(${cell})`, adding(scope, 'number')), parts);
  const magnitude = (prefix: string) =>
    sql`greatest(abs(${sum(prefix)}), least(${amounts(prefix)}, ${largestWithHundredths}))`;
  // The rounded sum carries no noise into further calculations.
  return { value: (prefix) => dialect.rounded(sum(prefix), magnitude(prefix)), type: 'number', magnitude: null };
}

type TotalSql = (value: Fragment) => Fragment;
const adding =
  ({ dialect }: Scope, type: 'integer' | 'number'): TotalSql =>
  (value) =>
    dialect.aggregate('sum', value, type);
const amountOf = (cell: Fragment, total: TotalSql): AggregatePart => ({
  select: total(cell),
  merge: total,
  isAmount: true,
  ranked: null,
  percentile: null,
});

// Sums and counts can be merged; averages cannot. The average of a boolean is the share of true among all values.
function averageOf(scope: Scope, id: string, parts: AggregateParts): FormulaValue {
  const column = columnOf(scope, id);
  const cell = countedCellOf(scope, column);
  const isBoolean = column.type === 'boolean';
  const sum = isBoolean
    ? addPart({ kind: 'sum', column: id }, amountOf(cell, adding(scope, 'integer')), parts)
    : sumOf(scope, column, parts).value;
  const filled: AggregatePart = {
    select: sql`count(${cell})`,
    merge: adding(scope, 'integer'),
    isAmount: true,
    ranked: null,
    percentile: null,
  };
  const count = addPart({ kind: 'filled', column: id }, filled, parts);
  const { asNumber } = scope.dialect;
  const value = (prefix: string) => sql`(${asNumber(sum(prefix))} / nullif(${count(prefix)}, 0))`;
  return { value, type: 'number', magnitude: absolute(value) };
}

function countedCellOf(scope: Scope, column: Column): Fragment {
  if (column.type !== 'boolean') return cellOf(scope, numberColumnOf(scope, column.id));
  const cell = cellOf(scope, column);
  return sql`case when ${cell} then 1 when not ${cell} then 0 end`;
}

/** The column of a number; each number is collected once, however often it is needed. */
function addPart(key: object, part: AggregatePart, parts: AggregateParts): (prefix: string) => Fragment {
  const text = JSON.stringify(key);
  if (!parts.has(text)) parts.set(text, part);
  const number = [...parts.keys()].indexOf(text) + 1;
  return (prefix) => inner(`${prefix}${number}`);
}

const absolute = (value: (prefix: string) => Fragment) => (prefix: string) => sql`abs(${value(prefix)})`;

// Sums and averages consist of several numbers.
type SingleAggregate = Exclude<Aggregate, { kind: 'sum' | 'average' }>;

function typeOf(scope: Scope, aggregate: SingleAggregate): ColumnType {
  if (aggregate.kind === 'count' || aggregate.kind === 'distinct') return 'integer';
  if (aggregate.kind !== 'min' && aggregate.kind !== 'max') return 'number';
  const { type, name } = columnOf(scope, aggregate.column);
  if (type === 'boolean') throw new Problem('column_not_number', { column: name });
  return type === 'json' ? 'text' : type;
}

function partOf(scope: Scope, aggregate: SingleAggregate): AggregatePart {
  switch (aggregate.kind) {
    case 'count':
      return {
        select: raw('count(*)'),
        merge: adding(scope, 'integer'),
        isAmount: true,
        ranked: null,
        percentile: null,
      };
    case 'distinct': {
      const cell = cellOf(scope, columnOf(scope, aggregate.column));
      return { select: sql`count(distinct ${cell})`, merge: null, isAmount: true, ranked: null, percentile: null };
    }
    case 'min':
    case 'max': {
      const { kind } = aggregate;
      const column = columnOf(scope, aggregate.column);
      const extreme = (value: Fragment) => scope.dialect.aggregate(kind, value, column.type);
      return {
        select: extreme(cellOf(scope, column)),
        merge: extreme,
        isAmount: false,
        ranked: null,
        percentile: null,
      };
    }
    case 'median':
      return percentileOf(scope, aggregate.column, 0.5);
    default:
      return percentileOf(scope, aggregate.column, aggregate.fraction);
  }
}

function percentileOf(scope: Scope, id: string, fraction: number): AggregatePart {
  const column = numberColumnOf(scope, id);
  const { percentile } = scope.dialect;
  if (!percentile) return rankedPercentile(scope, column, fraction);
  const cell = cellOf(scope, column);
  const part = { cell, fraction };
  return { select: percentile(cell, fraction), merge: null, isAmount: false, ranked: null, percentile: part };
}

/** The rank of a row in its group by a column, and the number of cells that the group has in the column. */
export const rankNameOf = ({ table }: Scope, column: Column) => inner(`rank${table.columns.indexOf(column) + 1}`);
export const countNameOf = ({ table }: Scope, column: Column) => inner(`count${table.columns.indexOf(column) + 1}`);

/** Interpolates: the cells on both sides of the position are weighted by their distance from it, others by zero. */
function rankedPercentile(scope: Scope, column: Column, fraction: number): AggregatePart {
  const position = sql`(${countNameOf(scope, column)} - 1) * ${raw(String(fraction))}`;
  const weight = sql`greatest(0, 1 - abs(${rankNameOf(scope, column)} - 1 - ${position}))`;
  const select = sql`sum(${scope.dialect.asNumber(cellOf(scope, column))} * ${weight})`;
  return { select, merge: null, isAmount: false, ranked: column, percentile: null };
}
