import { Problem } from '#contract/errors.ts';
import type { Aggregate, Column, ColumnType, Formula } from '#contract/query.ts';
import { bind, type Fragment, raw, sql } from './fragment.ts';
import { cellOf, columnOf, numberColumnOf, type Scope } from './scope.ts';

/** One number that the engine collects for a group of rows. */
export type Part = {
  select: Fragment;
  /** How the numbers of several groups become that of all; null if they cannot. */
  merge: ((value: Fragment) => Fragment) | null;
  /** Whether a group without rows has zero of it. */
  isAmount: boolean;
};

/** The numbers that formulas need, each once, in the order of their columns a1, a2, … */
type Parts = Map<string, Part>;

/** What a formula gives, by the names of its numbers' columns. */
export type Valued = {
  value: (prefix: string) => Fragment;
  type: ColumnType;
  /** How large the numbers are that it was calculated from, if they had decimals: digits beyond their 15th are noise. */
  magnitude: ((prefix: string) => Fragment) | null;
};

/** The value without that noise, so that rows, totals and files agree to the last digit. */
export const cleanOf = ({ dialect }: Scope, { value, magnitude }: Valued, prefix: string): Fragment =>
  magnitude ? dialect.rounded(value(prefix), magnitude(prefix)) : value(prefix);

/** What formulas need, and how each is calculated from that. */
export function collect(scope: Scope, formulas: Formula[]): { parts: Part[]; valued: Valued[] } {
  const parts: Parts = new Map();
  const valued = formulas.map((formula) => valueOf(scope, formula, parts));
  // Constants need nothing, but groups without a number would be no groups.
  if (parts.size === 0) valueOf(scope, { kind: 'count' }, parts);
  return { parts: [...parts.values()], valued };
}

function valueOf(scope: Scope, formula: Formula, parts: Parts): Valued {
  switch (formula.kind) {
    case 'number':
      return { value: () => bind(formula.value, 'number'), type: 'number', magnitude: null };
    case 'metric':
      return valueOf(scope, formulaOf(scope, formula.metric), parts);
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
      return calculated(scope, formula, parts);
    case 'average':
      return averageOf(scope, formula.column, parts);
    case 'sum':
      return sumOf(scope, numberColumnOf(scope, formula.column), parts);
    default: {
      const value = collected(formula, partOf(scope, formula), parts);
      // The least and the largest are cells as they are; a percentile may lie between two.
      const isBetween = formula.kind === 'median' || formula.kind === 'percentile';
      return { value, type: typeOf(scope, formula), magnitude: isBetween ? absolute(value) : null };
    }
  }
}

function formulaOf({ table }: Scope, id: string): Formula {
  const metric = table.metrics.find((each) => each.id === id);
  // A metric of metrics could be one of itself.
  if (!metric || hasMetric(metric.formula)) throw new Problem('query_part_unknown', { value: id });
  return metric.formula;
}

const hasMetric = (formula: Formula): boolean =>
  formula.kind === 'metric' || ('left' in formula && (hasMetric(formula.left) || hasMetric(formula.right)));

const operators = { add: '+', subtract: '-', multiply: '*', divide: '/' } as const;
// Two large numbers may all but cancel each other: so the difference is as noisy as the sum.
const magnitudeOperators = { ...operators, subtract: '+' } as const;

function calculated(scope: Scope, formula: Extract<Formula, { left: Formula }>, parts: Parts): Valued {
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

function numberOf(scope: Scope, formula: Formula, parts: Parts) {
  const { value, type, magnitude } = valueOf(scope, formula, parts);
  if (type !== 'integer' && type !== 'number') throw new Problem('formula_not_number');
  const number = (prefix: string) => scope.dialect.asNumber(value(prefix));
  return { value: number, magnitude: magnitude ?? absolute(number) };
}

// Up to here, 15 digits reach to the hundredths. A sum that all but cancels keeps those, however large its rows are.
const largestWithHundredths = raw('9e12');

/** The sum of a column. Where the engine adds up binary fractions, the sum of their amounts tells which digits are noise. */
function sumOf(scope: Scope, column: Column, parts: Parts): Valued {
  const { dialect } = scope;
  const cell = cellOf(scope, column);
  const key = { kind: 'sum', column: column.id };
  // Whole numbers add up as they are.
  if (column.type === 'integer')
    return { value: collected(key, amountOf(cell, add), parts), type: 'number', magnitude: null };
  const sum = collected(key, amountOf(cell, dialect.sum), parts);
  if (dialect.isSumExact) return { value: sum, type: 'number', magnitude: absolute(sum) };
  const amounts = collected({ ...key, kind: 'amounts' }, amountOf(sql`abs(${cell})`, add), parts);
  const magnitude = (prefix: string) =>
    sql`greatest(abs(${sum(prefix)}), least(${amounts(prefix)}, ${largestWithHundredths}))`;
  // What it is calculated with further has no noise of its own any more.
  return { value: (prefix) => dialect.rounded(sum(prefix), magnitude(prefix)), type: 'number', magnitude: null };
}

type Total = (value: Fragment) => Fragment;
const add: Total = (value) => sql`sum(${value})`;
const amountOf = (cell: Fragment, total: Total): Part => ({ select: total(cell), merge: total, isAmount: true });

// Sums and counts can be added up; averages cannot. The average of a boolean is the share of yes among yes and no.
function averageOf(scope: Scope, id: string, parts: Parts): Valued {
  const column = columnOf(scope, id);
  const cell = countedCellOf(scope, column);
  const isBoolean = column.type === 'boolean';
  const sum = isBoolean
    ? collected({ kind: 'sum', column: id }, amountOf(cell, add), parts)
    : sumOf(scope, column, parts).value;
  const filled: Part = { select: sql`count(${cell})`, merge: add, isAmount: true };
  const count = collected({ kind: 'filled', column: id }, filled, parts);
  const { asNumber } = scope.dialect;
  const value = (prefix: string) => sql`(${asNumber(sum(prefix))} / nullif(${count(prefix)}, 0))`;
  return { value, type: 'number', magnitude: absolute(value) };
}

function countedCellOf(scope: Scope, column: Column): Fragment {
  if (column.type !== 'boolean') return cellOf(scope, numberColumnOf(scope, column.id));
  const cell = cellOf(scope, column);
  return sql`case when ${cell} then 1 when not ${cell} then 0 end`;
}

/** The column of a number that is collected once, however often it is needed. */
function collected(key: object, part: Part, parts: Parts): (prefix: string) => Fragment {
  const text = JSON.stringify(key);
  if (!parts.has(text)) parts.set(text, part);
  const number = [...parts.keys()].indexOf(text) + 1;
  return (prefix) => raw(`${prefix}${number}`);
}

const absolute = (value: (prefix: string) => Fragment) => (prefix: string) => sql`abs(${value(prefix)})`;

// Sums and averages are more than one number.
type Collected = Exclude<Aggregate, { kind: 'sum' | 'average' }>;

function typeOf(scope: Scope, aggregate: Collected): ColumnType {
  if (aggregate.kind === 'count' || aggregate.kind === 'distinct') return 'integer';
  if (aggregate.kind !== 'min' && aggregate.kind !== 'max') return 'number';
  const { type, name } = columnOf(scope, aggregate.column);
  if (type === 'boolean') throw new Problem('column_not_number', { column: name });
  return type === 'json' ? 'text' : type;
}

function partOf(scope: Scope, aggregate: Collected): Part {
  switch (aggregate.kind) {
    case 'count':
      return { select: raw('count(*)'), merge: add, isAmount: true };
    case 'distinct': {
      const cell = cellOf(scope, columnOf(scope, aggregate.column));
      return { select: sql`count(distinct ${cell})`, merge: null, isAmount: true };
    }
    case 'min':
    case 'max': {
      const cell = cellOf(scope, columnOf(scope, aggregate.column));
      const { kind } = aggregate;
      const best = (value: Fragment) => sql`${raw(kind)}(${value})`;
      return { select: best(cell), merge: best, isAmount: false };
    }
    case 'median':
      return percentileOf(scope, aggregate.column, 0.5);
    default:
      return percentileOf(scope, aggregate.column, aggregate.fraction);
  }
}

function percentileOf(scope: Scope, column: string, fraction: number): Part {
  const cell = cellOf(scope, numberColumnOf(scope, column));
  if (!scope.dialect.percentile) throw new Problem('percentile_unsupported');
  return { select: scope.dialect.percentile(cell, fraction), merge: null, isAmount: false };
}
