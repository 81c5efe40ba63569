import type { Dimension, Query } from '#domain/query/query.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import { canMerge } from './aggregate.ts';
import { columnsUsedBy, neededColumnsOf } from './model.ts';
import { columnOf, hasColumn, type QueryTable, type RelatedTable } from './scope.ts';

/**
 * Grouping rows before joining pays if groups have at least this many rows on average. Measured in DuckDB with keys
 * that are numbers or texts: with 25 rows per key it takes up to a tenth less than joining rows, with 8 up to a
 * seventh more.
 */
export const minRowsPerGroup = 20;

/** True, false and empty. */
const booleans = 3;

/** How a query reads a table: columns of its rows, and relations that are joined after the rows are grouped by key. */
export type TableReading = { columns: string[]; lateJoins: RelatedTable[] };

/**
 * Relations that only dimensions use are joined to groups of rows, not to rows: sales are first grouped by product, and
 * then the few products by their group. That needs numbers that can be merged, and keys that many rows share.
 */
export function readingOf(query: Query, table: QueryTable): TableReading {
  const lateJoins = lateJoinsOf(query, table);
  if (lateJoins.length === 0) return { columns: columnsUsedBy(query, table), lateJoins };
  const dimensions = query.dimensions.filter(({ column }) => !isOfAny(lateJoins, column));
  return { columns: [...columnsUsedBy({ ...query, dimensions }, table), ...keyColumnsOf(lateJoins)], lateJoins };
}

/** The columns by which relations are joined. */
export const keyColumnsOf = (relations: RelatedTable[]): string[] => [
  ...new Set(relations.flatMap(({ keys }) => keys.map(({ column }) => column))),
];

/** Whether a column belongs to one of these relations. */
export const isOfAny = (relations: RelatedTable[], column: string): boolean =>
  relations.some(({ relation }) => relation === relationStepOf(column).relation);

function lateJoinsOf(query: Query, table: QueryTable): RelatedTable[] {
  const { rowCount, model } = table;
  if (!model || rowCount === undefined) return [];
  if (!query.measures.every(({ formula }) => canMerge(formula, table.metrics))) return [];
  const candidates = model.related.filter((related) => isForValuesOnly(query, table, related));
  const others = query.dimensions.filter(({ column }) => !isOfAny(candidates, column));
  const counts = [...candidates.map(({ keyCount }) => keyCount!), ...others.map((each) => countValues(table, each))];
  const groups = counts.reduce((product, count) => product * count, 1);
  return groups * minRowsPerGroup <= rowCount ? candidates : [];
}

/** Whether a query uses columns of a relation, but only their values as dimensions. */
function isForValuesOnly(query: Query, table: QueryTable, related: RelatedTable): boolean {
  if (related.keyCount === undefined) return false;
  const isLate = ({ kind, column }: Dimension) => kind === 'value' && isOfAny([related], column);
  const dimensions = query.dimensions.filter((dimension) => !isLate(dimension));
  if (dimensions.length === query.dimensions.length) return false;
  const rest = columnsUsedBy({ ...query, dimensions }, table).filter((id) => hasColumn(table, id));
  const needed = neededColumnsOf(table, [...rest, ...keyColumnsOf([related])]);
  return ![...needed].some((id) => isOfAny([related], id));
}

/** The approximate cardinality of a dimension; infinite if neither its type nor a count determines it. */
export function countValues(table: QueryTable, { kind, column }: Dimension): number {
  if (kind !== 'value') return Infinity;
  const isBoolean = hasColumn(table, column) && columnOf({ table }, column).type === 'boolean';
  return isBoolean ? booleans : (table.valueCounts?.[column] ?? Infinity);
}
