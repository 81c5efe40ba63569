import { type Formula, nameOfPart, nameOfRest, type Query, type Scalar } from '#contract/query.ts';
import { windowOf } from '#contract/span.ts';
import type { Table } from '#engine/sql/scope.ts';
import { alignmentOfQuery, counterparts } from './reference-compare.ts';
import { dimensionValues, type Row } from './reference-dimensions.ts';
import { isDuring, meets } from './reference-filters.ts';

// What a query means, in plain TypeScript: slow, and written without the compiler's ways of thinking.

type Cell = Scalar;
/** Without a counterpart a group has no base. */
type Group = { keys: Cell[]; rest: boolean; rows: Row[]; base: Row[] | null };

/** The answer of a query, row by row, with the names of its columns. */
export function answerSlowly(query: Query, table: Table, all: Row[]): { names: string[]; rows: Cell[][] } {
  const clock = { now: Date.parse(query.now), zone: query.zone };
  const passing = all.filter((row) => query.filters.every((filter) => meets(filter, row, { table, clock })));
  const { period } = query;
  const during = (window: { from: number; to: number }) =>
    passing.filter((row) => period.kind === 'during' && isDuring(row[period.column]!, window, clock.zone));
  const rows = period.kind === 'all' ? passing : during(windowOf(period.span, clock));
  const isCompared = period.kind === 'during' && period.compare.kind !== 'none';
  const alignment = alignmentOfQuery(query, table);
  const base = alignment ? during(alignment.base) : [];
  const reach = [...rows, ...base];
  const valueOf = (formula: Formula, of: Row[] | null) => calculate(formula, of, { table, isCompared });
  const { top } = query;
  // Who has the most is asked of the period alone, where a sum of nothing is nothing; who changed, of both windows.
  const rankOf = (formula: Formula, { rows, base }: Sides) => {
    if (top.kind === 'every') return null;
    if (top.part === 'value') return calculate(formula, rows, { table, isCompared: false });
    const record = { m: valueOf(formula, rows), 'm.base': valueOf(formula, base) };
    addChange(record, 'm');
    return (record as Record<string, Cell>)[nameOfPart('m', top.part)]!;
  };
  const groups = groupsOf({ query, table, rows, base, reach, rankOf });
  return tableOf(query, groups, { isCompared, valueOf });
}

type Valuing = (formula: Formula, rows: Row[] | null) => Cell;
type Sides = { rows: Row[]; base: Row[] };
type Ranking = (formula: Formula, sides: Sides) => Cell;
type Grouping = { query: Query; table: Table; rows: Row[]; base: Row[]; reach: Row[]; rankOf: Ranking };

function groupsOf({ query, table, rows, base, reach, rankOf }: Grouping): Group[] {
  const { dimensions, top } = query;
  const keysOf = dimensionValues(query, reach);
  const isShown = topOf({ query, rows, base, keysOf, rankOf });
  const groups = new Map<string, Group>();
  if (dimensions.length === 0) groups.set('[[],false]', { keys: [], rest: false, rows: [], base: [] });
  const put = (row: Row, keys: Cell[], side: 'rows' | 'base') => {
    const place = top.kind === 'most' ? dimensions.findIndex(({ id }) => id === top.dimension) : -1;
    const rest = place >= 0 && !isShown(keys[place]!);
    if (rest && top.kind === 'most' && top.others === 'left_out') return;
    const final = keys.map((key, index) => (rest && index === place ? null : key));
    const name = JSON.stringify([final, rest]);
    const group = groups.get(name) ?? { keys: final, rest, rows: [], base: [] };
    groups.set(name, group);
    group[side]!.push(row);
  };
  for (const row of rows) put(row, keysOf(row), 'rows');
  const { moved, hasCounterpart } = counterparts(query, table);
  for (const row of base) {
    const keys = moved(
      keysOf(row),
      dimensions.map(({ column }) => row[column] ?? null),
    );
    if (keys) put(row, keys, 'base');
  }
  return [...groups.values()].map((group) => (hasCounterpart(group.keys) ? group : { ...group, base: null }));
}

type Topping = { query: Query; rows: Row[]; base: Row[]; keysOf: (row: Row) => Cell[]; rankOf: Ranking };

function topOf({ query, rows, base, keysOf, rankOf }: Topping): (key: Cell) => boolean {
  const { top, dimensions, measures } = query;
  if (top.kind === 'every') return () => true;
  const place = dimensions.findIndex(({ id }) => id === top.dimension);
  const formula = measures.find(({ id }) => id === top.measure)!.formula;
  const byKey = new Map<string, Sides>();
  const put = (row: Row, side: keyof Sides) => {
    const key = JSON.stringify(keysOf(row)[place]);
    const sides = byKey.get(key) ?? { rows: [], base: [] };
    byKey.set(key, sides);
    sides[side].push(row);
  };
  for (const row of rows) put(row, 'rows');
  if (top.part !== 'value') for (const row of base) put(row, 'base');
  const ranked = [...byKey].map(([key, sides]) => ({ key: JSON.parse(key) as Cell, value: rankOf(formula, sides) }));
  const direction = top.direction === 'ascending' ? 1 : -1;
  ranked.sort((a, b) => order(a.value, b.value, direction) || order(a.key, b.key, 1));
  const shown = new Set(ranked.slice(0, top.count).map(({ key }) => key));
  return (key) => shown.has(key);
}

/** Null is after everything, whichever way; texts are in the order of their bytes. */
function order(a: Cell, b: Cell, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return direction * Buffer.compare(Buffer.from(a), Buffer.from(b));
  return direction * (Number(a) - Number(b));
}

type Valued = { isCompared: boolean; valueOf: Valuing };

function tableOf(query: Query, groups: Group[], { isCompared, valueOf }: Valued): { names: string[]; rows: Cell[][] } {
  const { dimensions, measures, top } = query;
  const hasRest = (id: string) => top.kind === 'most' && top.others === 'rest' && top.dimension === id;
  const records = groups.map((group) => {
    const record: Record<string, Cell> = {};
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
      const shown = {
        value: () => values,
        running: () => runningOf(query, groups, values),
        share: () => shareOf(values),
      };
      for (const [index, value] of shown[show]().entries()) records[index]![nameOfPart(id, side)] = value;
    }
  }
  if (isCompared) {
    for (const { id } of measures) for (const record of records) addChange(record, id);
  }
  const sorted = records.toSorted(orderOf(query)).slice(0, query.limit);
  const names = Object.keys(records[0] ?? {});
  return { names, rows: sorted.map((record) => names.map((name) => record[name]!)) };
}

function addChange(record: Record<string, Cell>, id: string): void {
  const [value, base] = [record[id]!, record[nameOfPart(id, 'base')]!];
  const isKnown = typeof value === 'number' && typeof base === 'number';
  record[nameOfPart(id, 'difference')] = isKnown ? value - base : null;
  record[nameOfPart(id, 'percent')] = isKnown && base !== 0 ? (value - base) / Math.abs(base) : null;
}

function shareOf(values: Cell[]): Cell[] {
  const total = sum(values.filter((value) => value !== null).map(Number));
  return values.map((value) => (value === null || !total ? null : Number(value) / total));
}

function runningOf({ dimensions, top }: Query, groups: Group[], values: Cell[]): Cell[] {
  const along = Math.max(
    0,
    dimensions.findIndex(({ kind }) => kind !== 'value'),
  );
  // The rest of the dimension along which it runs comes last; the rest of another one is a line of its own.
  const isRestLast = top.kind === 'most' && dimensions[along]?.id === top.dimension;
  const lineOf = ({ keys, rest }: Group) =>
    JSON.stringify([keys.filter((_, index) => index !== along), rest && !isRestLast]);
  const isUpTo = (a: Group, b: Group) =>
    a.rest === b.rest || !isRestLast ? order(a.keys[along] ?? null, b.keys[along] ?? null, 1) <= 0 : b.rest;
  const lines = groups.map(lineOf);
  return groups.map((group, place) => {
    const before = groups.flatMap((other, index) =>
      lines[index] === lines[place] && isUpTo(other, group) && values[index] !== null ? [Number(values[index])] : [],
    );
    return before.length > 0 ? sum(before) : null;
  });
}

function orderOf(query: Query): (a: Record<string, Cell>, b: Record<string, Cell>) => number {
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
      const found = order(a[name]!, b[name]!, direction);
      if (found !== 0) return found;
    }
    return 0;
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

type Setting = { table: Table; isCompared: boolean };

function calculate(formula: Formula, rows: Row[] | null, setting: Setting): Cell {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'metric':
      return calculate(setting.table.metrics.find(({ id }) => id === formula.metric)!.formula, rows, setting);
    case 'count':
      return rows && rows.length;
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide': {
      const [left, right] = [calculate(formula.left, rows, setting), calculate(formula.right, rows, setting)];
      return left === null || right === null ? null : operate(formula.kind, Number(left), Number(right));
    }
    default:
      if (!rows) return null;
      return aggregate(
        formula,
        rows.map((row) => row[formula.column] ?? null).filter((cell) => cell !== null),
        setting,
      );
  }
}

function operate(kind: 'add' | 'subtract' | 'multiply' | 'divide', left: number, right: number): Cell {
  if (kind === 'add') return left + right;
  if (kind === 'subtract') return left - right;
  if (kind === 'multiply') return left * right;
  return right === 0 ? null : left / right;
}

type OfColumn = Extract<Formula, { column: string }>;

function aggregate(formula: OfColumn, cells: NonNullable<Cell>[], { isCompared }: Setting): Cell {
  if (formula.kind === 'distinct') return new Set(cells).size;
  if (formula.kind === 'sum') return cells.length > 0 ? sum(cells.map(Number)) : isCompared ? 0 : null;
  if (cells.length === 0) return null;
  if (formula.kind === 'average') return sum(cells.map(Number)) / cells.length;
  const sorted = cells.toSorted((a, b) => order(a, b, 1));
  if (formula.kind === 'min') return sorted[0]!;
  if (formula.kind === 'max') return sorted.at(-1)!;
  const place = (sorted.length - 1) * (formula.kind === 'percentile' ? formula.fraction : 0.5);
  const [low, high] = [Number(sorted[Math.floor(place)]), Number(sorted[Math.ceil(place)])];
  return low + (high - low) * (place - Math.floor(place));
}
