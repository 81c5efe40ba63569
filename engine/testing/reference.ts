import { type Formula, nameOfPart, nameOfRest, type Query, type Scalar } from '#domain/query/query.ts';
import { windowOf } from '#domain/time/span.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import { alignmentOfQuery, counterparts } from './reference-compare.ts';
import { dimensionValues, type ReferenceRow } from './reference-dimensions.ts';
import { isDuring, meets } from './reference-filters.ts';

// Reference implementation of queries in plain TypeScript: slow, and independent of the compiler.

type ReferenceCell = Scalar;
/** A group without a counterpart has no base. */
type ReferenceGroup = { keys: ReferenceCell[]; rest: boolean; rows: ReferenceRow[]; base: ReferenceRow[] | null };

/** The result of a query, row by row, with the names of its columns. */
export function answerByReference(
  query: Query,
  table: QueryTable,
  all: ReferenceRow[],
): { names: string[]; rows: ReferenceCell[][] } {
  const clock = { now: Date.parse(query.now), zone: query.zone };
  const filtered = all.filter((row) => query.filters.every((filter) => meets(filter, row, { table, clock })));
  const { period } = query;
  const during = (window: { from: number; to: number }) =>
    filtered.filter((row) => period.kind === 'during' && isDuring(row[period.column]!, window, clock.zone));
  const rows = period.kind === 'all' ? filtered : during(windowOf(period.span, clock));
  const isCompared = period.kind === 'during' && period.compare.kind !== 'none';
  const alignment = alignmentOfQuery(query, table);
  const base = alignment ? during(alignment.base) : [];
  const reach = [...rows, ...base];
  const valueOf = (formula: Formula, of: ReferenceRow[] | null) => calculate(formula, of, { table, isCompared });
  const { top } = query;
  // Ranking by value reads the period alone, where a sum of nothing is null; ranking by change reads both windows.
  const rankOf = (formula: Formula, { rows, base }: RowSides) => {
    if (top.kind === 'every') return null;
    if (top.part === 'value') return calculate(formula, rows, { table, isCompared: false });
    const record = { m: valueOf(formula, rows), 'm.base': valueOf(formula, base) };
    addChange(record, 'm');
    return (record as Record<string, ReferenceCell>)[nameOfPart('m', top.part)]!;
  };
  const groups = groupsOf({ query, table, rows, base, reach, rankOf });
  return tableOf(query, groups, { isCompared, valueOf });
}

type EvaluateFormula = (formula: Formula, rows: ReferenceRow[] | null) => ReferenceCell;
type RowSides = { rows: ReferenceRow[]; base: ReferenceRow[] };
type RankFormula = (formula: Formula, sides: RowSides) => ReferenceCell;
type ReferenceInput = {
  query: Query;
  table: QueryTable;
  rows: ReferenceRow[];
  base: ReferenceRow[];
  reach: ReferenceRow[];
  rankOf: RankFormula;
};

function groupsOf({ query, table, rows, base, reach, rankOf }: ReferenceInput): ReferenceGroup[] {
  const { dimensions, top } = query;
  const keysOf = dimensionValues(query, reach);
  const isTop = topOf({ query, rows, base, keysOf, rankOf });
  const groups = new Map<string, ReferenceGroup>();
  if (dimensions.length === 0) groups.set('[[],false]', { keys: [], rest: false, rows: [], base: [] });
  const put = (row: ReferenceRow, keys: ReferenceCell[], side: 'rows' | 'base') => {
    const topIndex = top.kind === 'most' ? dimensions.findIndex(({ id }) => id === top.dimension) : -1;
    const rest = topIndex >= 0 && !isTop(keys[topIndex]!);
    if (rest && top.kind === 'most' && top.others === 'left_out') return;
    const final = keys.map((key, index) => (rest && index === topIndex ? null : key));
    const name = JSON.stringify([final, rest]);
    const group = groups.get(name) ?? { keys: final, rest, rows: [], base: [] };
    groups.set(name, group);
    group[side]!.push(row);
  };
  for (const row of rows) put(row, keysOf(row), 'rows');
  const { shiftKeys, hasCounterpart } = counterparts(query, table);
  for (const row of base) {
    const keys = shiftKeys(
      keysOf(row),
      dimensions.map(({ column }) => row[column] ?? null),
    );
    if (keys) put(row, keys, 'base');
  }
  return [...groups.values()].map((group) => (hasCounterpart(group.keys) ? group : { ...group, base: null }));
}

type TopRowsInput = {
  query: Query;
  rows: ReferenceRow[];
  base: ReferenceRow[];
  keysOf: (row: ReferenceRow) => ReferenceCell[];
  rankOf: RankFormula;
};

function topOf({ query, rows, base, keysOf, rankOf }: TopRowsInput): (key: ReferenceCell) => boolean {
  const { top, dimensions, measures } = query;
  if (top.kind === 'every') return () => true;
  const topIndex = dimensions.findIndex(({ id }) => id === top.dimension);
  const formula = measures.find(({ id }) => id === top.measure)!.formula;
  const byKey = new Map<string, RowSides>();
  const put = (row: ReferenceRow, side: keyof RowSides) => {
    const key = JSON.stringify(keysOf(row)[topIndex]);
    const sides = byKey.get(key) ?? { rows: [], base: [] };
    byKey.set(key, sides);
    sides[side].push(row);
  };
  for (const row of rows) put(row, 'rows');
  if (top.part !== 'value') for (const row of base) put(row, 'base');
  const ranked = [...byKey].map(([key, sides]) => ({
    key: JSON.parse(key) as ReferenceCell,
    value: rankOf(formula, sides),
  }));
  const direction = top.direction === 'ascending' ? 1 : -1;
  ranked.sort((a, b) => compareCells(a.value, b.value, direction) || compareCells(a.key, b.key, 1));
  const topKeys = new Set(ranked.slice(0, top.count).map(({ key }) => key));
  return (key) => topKeys.has(key);
}

/** Nulls last in both directions; texts in byte order. */
function compareCells(a: ReferenceCell, b: ReferenceCell, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return direction * Buffer.compare(Buffer.from(a), Buffer.from(b));
  return direction * (Number(a) - Number(b));
}

type ReferenceTableInput = { isCompared: boolean; valueOf: EvaluateFormula };

function tableOf(
  query: Query,
  groups: ReferenceGroup[],
  { isCompared, valueOf }: ReferenceTableInput,
): { names: string[]; rows: ReferenceCell[][] } {
  const { dimensions, measures, top } = query;
  const hasRest = (id: string) => top.kind === 'most' && top.others === 'rest' && top.dimension === id;
  const records = groups.map((group) => {
    const record: Record<string, ReferenceCell> = {};
    for (const [index, { id }] of dimensions.entries()) {
      record[id] = group.keys[index]!;
      if (hasRest(id)) record[nameOfRest(id)] = group.rest;
    }
    return record;
  });
  for (const { id, formula, show } of measures) {
    const sides = isCompared ? (['value', 'base'] as const) : (['value'] as const);
    for (const side of sides) {
      const values = groups.map((group) => valueOf(formula, side === 'value' ? group.rows : group.base));
      const valuesFor = {
        value: () => values,
        running: () => runningOf(query, groups, values),
        share: () => shareOf(values),
      };
      for (const [index, value] of valuesFor[show]().entries()) records[index]![nameOfPart(id, side)] = value;
    }
  }
  if (isCompared) {
    for (const { id } of measures) for (const record of records) addChange(record, id);
  }
  const sorted = records.toSorted(orderOf(query)).slice(0, query.limit);
  const names = Object.keys(records[0] ?? {});
  return { names, rows: sorted.map((record) => names.map((name) => record[name]!)) };
}

function addChange(record: Record<string, ReferenceCell>, id: string): void {
  const [value, base] = [record[id]!, record[nameOfPart(id, 'base')]!];
  const areNumbers = typeof value === 'number' && typeof base === 'number';
  record[nameOfPart(id, 'difference')] = areNumbers ? value - base : null;
  record[nameOfPart(id, 'percent')] = areNumbers && base !== 0 ? (value - base) / Math.abs(base) : null;
}

function shareOf(values: ReferenceCell[]): ReferenceCell[] {
  const total = sum(values.filter((value) => value !== null).map(Number));
  return values.map((value) => (value === null || !total ? null : Number(value) / total));
}

function runningOf({ dimensions, top }: Query, groups: ReferenceGroup[], values: ReferenceCell[]): ReferenceCell[] {
  const along = Math.max(
    0,
    dimensions.findIndex(({ kind }) => kind !== 'value'),
  );
  // "Others" of the dimension that the running total follows comes last; of another dimension it is a separate line.
  const isRestLast = top.kind === 'most' && dimensions[along]?.id === top.dimension;
  const lineOf = ({ keys, rest }: ReferenceGroup) =>
    JSON.stringify([keys.filter((_, index) => index !== along), rest && !isRestLast]);
  const isUpTo = (a: ReferenceGroup, b: ReferenceGroup) =>
    a.rest === b.rest || !isRestLast ? compareCells(a.keys[along] ?? null, b.keys[along] ?? null, 1) <= 0 : b.rest;
  const lines = groups.map(lineOf);
  return groups.map((group, position) => {
    const before = groups.flatMap((other, index) =>
      lines[index] === lines[position] && isUpTo(other, group) && values[index] !== null ? [Number(values[index])] : [],
    );
    return before.length > 0 ? sum(before) : null;
  });
}

function orderOf(query: Query): (a: Record<string, ReferenceCell>, b: Record<string, ReferenceCell>) => number {
  const { top } = query;
  const rules = [
    ...(top.kind === 'most' && top.others === 'rest'
      ? [{ name: nameOfRest(top.dimension), direction: 1 as const }]
      : []),
    ...query.order.map((each) => ({
      name: each.kind === 'dimension' ? each.id : nameOfPart(each.id, each.part),
      direction: each.direction === 'ascending' ? (1 as const) : (-1 as const),
    })),
    ...query.dimensions.map(({ id }) => ({ name: id, direction: 1 as const })),
  ];
  return (a, b) => {
    for (const { name, direction } of rules) {
      const result = compareCells(a[name]!, b[name]!, direction);
      if (result !== 0) return result;
    }
    return 0;
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

type ReferenceContext = { table: QueryTable; isCompared: boolean };

function calculate(formula: Formula, rows: ReferenceRow[] | null, context: ReferenceContext): ReferenceCell {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'metric':
      return calculate(context.table.metrics.find(({ id }) => id === formula.metric)!.formula, rows, context);
    case 'count':
      return rows && rows.length;
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide': {
      const [left, right] = [calculate(formula.left, rows, context), calculate(formula.right, rows, context)];
      return left === null || right === null ? null : operate(formula.kind, Number(left), Number(right));
    }
    default:
      if (!rows) return null;
      return aggregate(
        formula,
        rows.map((row) => row[formula.column] ?? null).filter((cell) => cell !== null),
        context,
      );
  }
}

function operate(kind: 'add' | 'subtract' | 'multiply' | 'divide', left: number, right: number): ReferenceCell {
  if (kind === 'add') return left + right;
  if (kind === 'subtract') return left - right;
  if (kind === 'multiply') return left * right;
  return right === 0 ? null : left / right;
}

type ColumnFormula = Extract<Formula, { column: string }>;

function aggregate(
  formula: ColumnFormula,
  cells: NonNullable<ReferenceCell>[],
  { isCompared }: ReferenceContext,
): ReferenceCell {
  if (formula.kind === 'distinct') return new Set(cells).size;
  if (formula.kind === 'sum') return cells.length > 0 ? sum(cells.map(Number)) : isCompared ? 0 : null;
  if (cells.length === 0) return null;
  if (formula.kind === 'average') return sum(cells.map(Number)) / cells.length;
  const sorted = cells.toSorted((a, b) => compareCells(a, b, 1));
  if (formula.kind === 'min') return sorted[0]!;
  if (formula.kind === 'max') return sorted.at(-1)!;
  const position = (sorted.length - 1) * (formula.kind === 'percentile' ? formula.fraction : 0.5);
  const [low, high] = [Number(sorted[Math.floor(position)]), Number(sorted[Math.ceil(position)])];
  return low + (high - low) * (position - Math.floor(position));
}
