import type { Dimension } from '#domain/query/query.ts';
import { type AggregatePart, countNameOf, rankNameOf } from './aggregate.ts';
import { convertBeforeGrouping, groupingOf, type GroupingContext } from './dimension.ts';
import { flatten, type Fragment, inner, join, raw, sql } from './fragment.ts';
import { isOfAny, keyColumnsOf } from './late-joins.ts';
import { expandTable } from './model.ts';
import { groupInBands, mayUseBands } from './percentile-bands.ts';
import {
  cellOf,
  columnOf,
  nameInRows,
  type RelatedTable,
  rowsOf,
  type Scope,
  storedCellOf,
  type TableColumn,
} from './scope.ts';
import { as, nested, select } from './select.ts';
import type { StepShift } from '#domain/time/counterpart.ts';

/**
 * Rows to group: the columns #d1, #d2, … are the dimensions, #a1, #a2, … the numbers, and #rest is 1 for "others". Of
 * groups that are grouped again, #k1, #k2, … are the keys, #j1, #j2, … those of relations, and #n1, #n2, … the numbers.
 */
export type GroupInput = {
  dimensions: Dimension[];
  parts: AggregatePart[];
  where: Fragment[];
  /** The rows that bins span: with a comparison, those of both windows. */
  reach: Fragment[];
  /** The shift of the time steps of each dimension. */
  shifts: (StepShift | null)[];
  best: TopValues | null;
};

/** The top N values of one dimension, as a select of `#value` and `#hit`; a CTE at the start of the query. */
export type TopValues = { dimension: Dimension; others: 'left_out' | 'rest'; values: Fragment };

export function groupRows(scope: Scope, groups: GroupInput): Fragment {
  const lateJoins = scope.table.model?.related ?? [];
  if (lateJoins.length > 0) return groupBeforeJoining(scope, groups, lateJoins);
  const canMerge = groups.parts.every(({ merge }) => merge);
  return canMerge ? groupInTwoSteps(scope, groups) : groupInOneStep(scope, groups);
}

/** For aggregates that cannot be merged: every row gets its final keys first. */
function groupInOneStep(scope: Scope, groups: GroupInput): Fragment {
  const groupings = groups.dimensions.map((dimension, index) => {
    const context = contextOf(groups, index);
    return convertBeforeGrouping(scope, groupingOf(scope, dimension, context), context);
  });
  const values = groupings.map(({ key }) => key);
  const labels = labelsOf(groups, values);
  const rows = {
    from: rowsOf(scope),
    joins: [...groupings.flatMap(({ joins }) => joins), ...topValuesJoin(scope, groups, values)],
    where: groups.where,
  };
  if (usesBands(scope, groups)) return groupInBands(scope, { labels, keys: keysOf(groups), parts: groups.parts, rows });
  const numbers = groups.parts.map((part, index) => as(part.select, `a${index + 1}`));
  if (groups.parts.every(({ ranked }) => !ranked)) {
    return select({ columns: [...labels, ...numbers], ...rows, groups: labels.length });
  }
  const cells = usedColumnsOf(scope, groups).map(storedCellOf);
  const labelled = select({ columns: [...labels, ...cells], ...rows });
  const keys = keysOf(groups);
  return select({ columns: [...keys, ...numbers], from: rankRows(scope, labelled, groups), groups: keys.length });
}

const usesBands = ({ dialect, table }: Scope, { dimensions, parts }: GroupInput): boolean =>
  dialect.bands !== null && parts.some(({ percentile }) => percentile) && mayUseBands(table, dimensions);

/** The columns that the numbers are calculated from. */
function usedColumnsOf({ table }: Scope, { parts }: GroupInput): TableColumn[] {
  const bound = parts.flatMap((part) => flatten(part.select).bound);
  return table.columns.filter((column) => bound.some((each) => 'name' in each && each.name === nameInRows(column)));
}

/** Rows with their rank in their group, for percentiles where the engine has no such aggregate. */
function rankRows(scope: Scope, labelled: Fragment, groups: GroupInput): Fragment {
  const keys = keysOf(groups);
  const partition = keys.length > 0 ? sql`partition by ${join(keys, ', ')}` : raw('');
  const ranked = new Set(groups.parts.flatMap(({ ranked }) => ranked ?? []));
  const ranks = [...ranked].flatMap((column) => {
    const cell = cellOf(scope, column);
    const order = sql`order by ${scope.dialect.order(cell, 'ascending')}`;
    return [
      sql`row_number() over (${partition} ${order}) as ${rankNameOf(scope, column)}`,
      sql`count(${cell}) over (${partition}) as ${countNameOf(scope, column)}`,
    ];
  });
  return nested(select({ columns: [raw('t.*'), ...ranks], from: nested(labelled, 't') }), 't');
}

/** The names of the columns to group by. */
export function keysOf({ dimensions, best }: { dimensions: unknown[]; best: { others: string } | null }): Fragment[] {
  const keys = dimensions.map((_, index) => inner(`d${index + 1}`));
  return best?.others === 'rest' ? [...keys, inner('rest')] : keys;
}

/** Groups rows by keys that are fast, and then those few groups by the requested dimensions, if those differ. */
function groupInTwoSteps(scope: Scope, groups: GroupInput): Fragment {
  const { dimensions, parts, where, best } = groups;
  const groupings = dimensions.map((each, index) => groupingOf(scope, each, contextOf(groups, index)));
  const isOneStep = !best && groupings.every(({ convert }) => !convert);
  const [key, number] = isOneStep ? ['d', 'a'] : ['k', 'n'];
  const finer = select({
    columns: [
      ...groupings.map((grouping, index) => as(grouping.key, `${key}${index + 1}`)),
      ...parts.map((part, index) => as(part.select, `${number}${index + 1}`)),
    ],
    from: rowsOf(scope),
    joins: groupings.flatMap(({ joins }) => joins),
    where,
    groups: groupings.length,
  });
  if (isOneStep) return finer;
  const values = groupings.map(({ convert }, index) => (convert ?? identity)(inner(`k${index + 1}`)));
  return mergeGroups(scope, groups, { values, from: nested(finer, 'finer') });
}

/**
 * Groups rows by the keys of relations and by the other dimensions, and then those few groups, joined with their
 * partners, by the requested dimensions.
 */
function groupBeforeJoining(scope: Scope, groups: GroupInput, lateJoins: RelatedTable[]): Fragment {
  const { dimensions, parts, where } = groups;
  const groupings = dimensions.map((dimension, index) =>
    isOfAny(lateJoins, dimension.column) ? null : groupingOf(scope, dimension, contextOf(groups, index)),
  );
  const keys = keyColumnsOf(lateJoins).map((id) => columnOf(scope, id));
  const groupKeys = [
    ...groupings.flatMap((grouping, index) => (grouping ? [as(grouping.key, `k${index + 1}`)] : [])),
    ...keys.map((column, index) => as(cellOf(scope, column), `j${index + 1}`)),
  ];
  const finer = select({
    columns: [...groupKeys, ...parts.map((part, index) => as(part.select, `n${index + 1}`))],
    from: rowsOf(scope),
    joins: groupings.flatMap((grouping) => grouping?.joins ?? []),
    where,
    groups: groupKeys.length,
  });
  const ownNames = groupings.flatMap((grouping, index) => (grouping ? [`k${index + 1}`] : []));
  const joined = joinPartners(scope, finer, {
    keys,
    names: [...ownNames, ...parts.map((_, index) => `n${index + 1}`)],
    partnerColumns: dimensions.flatMap(({ column }, index) => (groupings[index] ? [] : [column])),
  });
  const values = groupings.map((grouping, index) =>
    grouping
      ? (grouping.convert ?? identity)(inner(`k${index + 1}`))
      : cellOf(joined, columnOf(joined, dimensions[index]!.column)),
  );
  return mergeGroups(joined, groups, { values, from: rowsOf(joined) });
}

type JoinedGroups = { keys: TableColumn[]; names: string[]; partnerColumns: string[] };

/** Groups of rows as a table of their own, with their relations. */
function joinPartners(scope: Scope, finer: Fragment, { keys, names, partnerColumns }: JoinedGroups): Scope {
  // Columns that are only passed on: their type does not matter.
  const own = names.map((text): TableColumn => ({ id: `#${text}`, name: text, type: 'text', storedName: `#${text}` }));
  const keysOfGroups = keys.map(({ id, name, type }, index) => ({ id, name, type, storedName: `#j${index + 1}` }));
  const table = { ...scope.table, rows: finer, columns: [...own, ...keysOfGroups], rowOrder: [] };
  const used = [...own.map(({ id }) => id), ...partnerColumns];
  return { ...scope, table: expandTable(table, used, scope) };
}

type FinerGroups = { values: Fragment[]; from: Fragment };

/** Groups again by the requested dimensions. */
function mergeGroups(scope: Scope, groups: GroupInput, { values, from }: FinerGroups): Fragment {
  const labels = labelsOf(groups, values);
  const numbers = groups.parts.map(({ merge }, index) => as(merge!(inner(`n${index + 1}`)), `a${index + 1}`));
  return select({
    columns: [...labels, ...numbers],
    from,
    joins: topValuesJoin(scope, groups, values),
    groups: labels.length,
  });
}

const identity = (value: Fragment) => value;

const contextOf = ({ where, reach, shifts }: GroupInput, index: number): GroupingContext => ({
  alias: `s${index + 1}`,
  where,
  reach,
  shift: shifts[index] ?? null,
});

const isTop = sql`best.${inner('hit')} = 1`;

/** The columns to group by. Values outside the top N become null, with `rest` as 1. */
function labelsOf({ dimensions, best }: GroupInput, values: Fragment[]): Fragment[] {
  const hasRest = best?.others === 'rest';
  const labels = values.map((value, index) => {
    const isRest = hasRest && dimensions[index] === best.dimension;
    return as(isRest ? sql`case when ${isTop} then ${value} end` : value, `d${index + 1}`);
  });
  return hasRest ? [...labels, as(sql`case when ${isTop} then 0 else 1 end`, 'rest')] : labels;
}

/** The name of the top N's CTE: one that the dataset does not have. */
export const topValuesName = ({ table }: Scope): Fragment =>
  raw(table.name.toLowerCase() === 'top_values' ? 'best_values' : 'top_values');

function topValuesJoin(scope: Scope, { dimensions, best }: GroupInput, values: Fragment[]): Fragment[] {
  if (!best) return [];
  const operator = raw(best.others === 'rest' ? 'left join' : 'join');
  const value = values[dimensions.indexOf(best.dimension)]!;
  return [
    sql`${operator} ${topValuesName(scope)} as best on ${scope.dialect.isSame(sql`best.${inner('value')}`, value)}`,
  ];
}
