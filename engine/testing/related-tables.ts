import { checkFormula } from '#domain/formula/check.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import type { Column, Dimension, Formula, Query, Scalar } from '#domain/query/query.ts';
import type { CalculatedColumn, QueryTable } from '#engine/sql/scope.ts';
import { randomTable, rowsOfRandomTable, testRandomQueries, type NamedRows } from './equal-queries.ts';
import { createRandom } from './random.ts';
import { columns, randomQuery } from './random-query.ts';
import type { ReferenceRow } from './reference-dimensions.ts';

/** A table on a server with its rows, whose cells are named by column ids. */
export type FilledTable = { table: QueryTable; rows: Record<string, Scalar>[] };

const columnsOf = (...ids: string[]) => columns.filter(({ id }) => ids.includes(id));
const number = { id: 'number', name: 'number', type: 'integer' } as const;
const batch = { id: 'batch', name: 'batch', type: 'text' } as const;
const channelNumber = { id: 'channel', name: 'channel', type: 'integer' } as const;

// The rows of the random table in three tables: sales › details (by two keys) › channels. Some sales have the same
// details.
const channels = ['web', 'App', 'shop'];
const hasPartner = (index: number) => index % 7 !== 0;
const detailsOf = (index: number) => index - (index % 3);
const isVisible = (row: ReferenceRow) => typeof row['c3'] === 'number' && row['c3'] >= 0;
const isDetailVisible = (index: number) => detailsOf(index) % 11 !== 0;

// One key of each table is calculated.
const code = { id: 'code', name: 'code', type: 'integer' } as const;
const mark = { id: 'mark', name: 'mark', type: 'text' } as const;
const salesColumns = [code, batch, ...columnsOf('c3', 'c4', 'c7')];
const detailColumns = [number, mark, ...columnsOf('c1', 'c5', 'c6'), channelNumber];
const channelColumns = [number, ...columnsOf('c2')];

function calculate(id: string, formula: string, own: Column[]): CalculatedColumn {
  const checked = checkFormula(formula, own);
  if ('problem' in checked) throw new Error(`${formula}: ${checked.problem.code}`);
  return { id, name: id, ...checked };
}

/**
 * The table of the sales, with the others related to it. It claims to have many rows for each key, so that relations
 * are joined to groups of rows wherever that is correct. Sums of details are expected to repeat them.
 */
export function relateTables([salesTable, detailTable, channelTable]: QueryTable[]): QueryTable {
  const channelKeys = [{ column: 'channel', relatedColumn: 'number' }];
  const relatedDetails: QueryTable = {
    ...detailTable!,
    model: {
      calculated: [calculate('batch', "replace([mark], '-', ' ')", detailColumns)],
      related: [{ relation: 'channels', table: channelTable!, keys: channelKeys, isOneToOne: false }],
      rowRule: { zone: 'UTC', filter: { op: 'not_equals', column: 'batch', value: 'hidden' } },
    },
  };
  const detailKeys = ['number', 'batch'].map((id) => ({ column: id, relatedColumn: id }));
  return {
    ...salesTable!,
    rowCount: Infinity,
    metrics: randomTable.metrics,
    model: {
      calculated: [calculate('number', 'round([code] / 2)', salesColumns)],
      related: [{ relation: 'details', table: relatedDetails, keys: detailKeys, isOneToOne: true, keyCount: 300 }],
      rowRule: { zone: 'UTC', filter: { op: 'at_least', column: 'c3', value: 0 } },
    },
  };
}

const pick = (row: ReferenceRow, ...ids: string[]) => Object.fromEntries(ids.map((id) => [id, row[id]!]));
const batchOf = (index: number) => (isDetailVisible(index) ? 'Batch a' : 'hidden');

const sales = rowsOfRandomTable.map((row, index) => ({
  code: hasPartner(index) ? detailsOf(index) * 2 : index % 2 === 0 ? null : -2 - index * 2,
  batch: batchOf(index),
  ...pick(row, 'c3', 'c4', 'c7'),
}));
const details = rowsOfRandomTable.flatMap((row, index) =>
  // Rows that differ in one of the keys, or in its case, are not partners.
  [batchOf(index), 'batch A'].map((text) => ({
    number: index,
    mark: text.replace(' ', '-'),
    ...pick(row, 'c1', 'c5', 'c6'),
    channel: row['c2'] === null ? null : channels.indexOf(String(row['c2'])),
  })),
);
const channelRows = channels.map((c2, index) => ({ number: index, c2 }));

/** The tables to create: first the one that queries read, then those that are related to it. */
export const tablesToRelate: FilledTable[] = [
  { table: { name: 'sales', columns: salesColumns, metrics: [] }, rows: sales },
  { table: { name: 'details', columns: detailColumns, metrics: [] }, rows: details },
  { table: { name: 'channels', columns: channelColumns, metrics: [] }, rows: channelRows },
];

/** The related tables under their own names. */
export const relatedSales = relateTables(tablesToRelate.map(({ table }) => table));

/** The same rows in one table. */
const flatRows = rowsOfRandomTable.flatMap((row, index) => {
  if (!isVisible(row)) return [];
  const isJoined = hasPartner(index) && isDetailVisible(index);
  const details = isJoined ? rowsOfRandomTable[detailsOf(index)]! : { c1: null, c2: null, c5: null, c6: null };
  return [{ ...row, ...pick(details, 'c1', 'c2', 'c5', 'c6') }];
});

const paths: Record<string, string> = {
  c1: 'details.c1',
  c5: 'details.c5',
  c6: 'details.c6',
  c2: 'details.channels.c2',
};

/** The same query with the ids of the related columns. */
const withPaths = (query: Query): Query =>
  JSON.parse(JSON.stringify(query), (key, value: unknown) =>
    key === 'column' && typeof value === 'string' ? (paths[value] ?? value) : value,
  ) as Query;

const relatedIds = Object.keys(paths);
const unmergeable = new Set(['distinct', 'median', 'percentile']);

/** The query with related columns as values of dimensions only, at least of one, and with numbers that can be merged. */
function withValuesOnly(query: Query): Query {
  const { period } = query;
  if (period.kind === 'during' && relatedIds.includes(period.column)) return query;
  const filters = query.filters.filter((filter) => !columnsOfFilter(filter).some((id) => relatedIds.includes(id)));
  const isRelated = query.dimensions.some(({ column }) => relatedIds.includes(column));
  const dimensions = query.dimensions.map((dimension, index): Dimension => {
    const { id, column } = dimension;
    if (!isRelated && index === 0) return { id, kind: 'value', column: 'c1' };
    return relatedIds.includes(column) ? { id, kind: 'value', column } : dimension;
  });
  const measures = JSON.parse(JSON.stringify(query.measures), (key, value: unknown) => {
    if (key === 'formula' || key === 'left' || key === 'right') return withMergeableKind(value as Formula);
    return value;
  }) as Query['measures'];
  return { ...query, filters, dimensions, measures };
}

function withMergeableKind(formula: Formula): Formula {
  if (unmergeable.has(formula.kind)) return { kind: 'average', column: 'c4' };
  return 'column' in formula && relatedIds.includes(formula.column) ? { kind: 'sum', column: 'c4' } : formula;
}

/** A random query on the rows in one table; every second one can join its relations to groups of rows. */
function flatQueryOf(seed: number): Query {
  const query = randomQuery(createRandom(seed));
  return seed % 2 === 0 ? withValuesOnly(query) : query;
}

/** A random query on related tables. */
export const relatedQueryOf = (seed: number): Query => withPaths(flatQueryOf(seed));

/** Tests that random queries on related tables have the same answers as on their rows in one table. */
export const testRelatedQueries = (count: number, runQuery: (query: Query) => Promise<NamedRows>): void =>
  testRandomQueries(count, (query) => runQuery(withPaths(query)), { rows: flatRows, queryOf: flatQueryOf });
