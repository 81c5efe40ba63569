import { Problem } from '#contract/errors.ts';
import type { Aggregate, ColumnType, Formula } from '#contract/query.ts';
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
  /** Whether it was calculated with numbers that have decimals, and so may end in noise of binary. */
  isCalculated: boolean;
};

/** The value without that noise, so that rows, totals and files agree to the last digit. */
export const cleanOf = ({ dialect }: Scope, { isCalculated }: Valued, value: Fragment): Fragment =>
  isCalculated ? dialect.rounded(value, value) : value;

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
      return { value: () => bind(formula.value, 'number'), type: 'number', isCalculated: false };
    case 'metric':
      return valueOf(scope, formulaOf(scope, formula.metric), parts);
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
      return calculated(scope, formula, parts);
    case 'average':
      return averageOf(scope, formula.column, parts);
    default:
      return {
        ...collected(formula, partOf(scope, formula), { parts, type: typeOf(scope, formula) }),
        isCalculated: isNoisy(scope, formula),
      };
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

const operators = { add: '+', subtract: '-', multiply: '*' } as const;

function calculated(scope: Scope, formula: Extract<Formula, { left: Formula }>, parts: Parts): Valued {
  const [left, right] = [numberOf(scope, formula.left, parts), numberOf(scope, formula.right, parts)];
  const { kind } = formula;
  const value = (prefix: string) =>
    kind === 'divide'
      ? sql`(${left(prefix)} / nullif(${right(prefix)}, 0))`
      : sql`(${left(prefix)} ${raw(operators[kind])} ${right(prefix)})`;
  return { value, type: 'number', isCalculated: true };
}

function numberOf(scope: Scope, formula: Formula, parts: Parts): Valued['value'] {
  const { value, type } = valueOf(scope, formula, parts);
  if (type !== 'integer' && type !== 'number') throw new Problem('formula_not_number');
  return (prefix) => scope.dialect.asNumber(value(prefix));
}

// Sums and counts can be added up; averages cannot. The average of a boolean is the share of yes among yes and no.
function averageOf(scope: Scope, column: string, parts: Parts): Valued {
  const cell = countedCellOf(scope, column);
  const { type } = columnOf(scope, column);
  const total = type === 'number' ? scope.dialect.sum : add;
  const part: Part = { select: total(cell), merge: total, isAmount: true };
  const sum = collected({ kind: 'sum', column }, part, { parts, type: 'number' });
  const filled: Part = { select: sql`count(${cell})`, merge: add, isAmount: true };
  const count = collected({ kind: 'filled', column }, filled, { parts, type: 'integer' });
  const { asNumber } = scope.dialect;
  return {
    value: (prefix) => sql`(${asNumber(sum.value(prefix))} / nullif(${count.value(prefix)}, 0))`,
    type: 'number',
    isCalculated: true,
  };
}

function countedCellOf(scope: Scope, id: string): Fragment {
  const column = columnOf(scope, id);
  if (column.type !== 'boolean') return cellOf(scope, numberColumnOf(scope, id));
  const cell = cellOf(scope, column);
  return sql`case when ${cell} then 1 when not ${cell} then 0 end`;
}

const add = (value: Fragment) => sql`sum(${value})`;

// The least and the largest are cells as they are.
function isNoisy(scope: Scope, { kind, ...of }: Collected): boolean {
  if (kind === 'median' || kind === 'percentile') return true;
  return kind === 'sum' && columnOf(scope, (of as { column: string }).column).type === 'number';
}

type CollectedPart = Omit<Valued, 'isCalculated'>;

function collected(key: object, part: Part, { parts, type }: { parts: Parts; type: ColumnType }): CollectedPart {
  const text = JSON.stringify(key);
  if (!parts.has(text)) parts.set(text, part);
  const number = [...parts.keys()].indexOf(text) + 1;
  return { value: (prefix) => raw(`${prefix}${number}`), type };
}

type Collected = Exclude<Aggregate, { kind: 'average' }>;

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
    case 'sum': {
      const column = numberColumnOf(scope, aggregate.column);
      // Whole numbers add up as they are.
      const sum = column.type === 'integer' ? add : scope.dialect.sum;
      return { select: sum(cellOf(scope, column)), merge: sum, isAmount: true };
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
