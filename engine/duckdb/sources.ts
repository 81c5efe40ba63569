import type { DuckDBConnection } from '@duckdb/node-api';

import type { Column } from '#domain/query/query.ts';
import type { FileSource } from '#engine/engine.ts';
import { quoteName, quoteText } from '#engine/sql/quote.ts';
import { storedAs } from './stored-types.ts';

/** Attaches the segments of the sources and creates one view per source. */
export async function openSources(connection: DuckDBConnection, sources: FileSource[]): Promise<void> {
  const databases: string[] = [];
  for (const [index, { segments }] of sources.entries()) {
    for (const [number, file] of segments.entries()) {
      const database = databaseOf(index, number);
      await connection.run(`attach ${quoteText(file)} as ${database} (read_only)`);
      databases.push(database);
    }
  }
  const storedTypes = await listStoredTypes(connection, databases);
  for (const [index, source] of sources.entries()) {
    if (source.schema !== undefined) await connection.run(`create schema if not exists ${quoteName(source.schema)}`);
    await connection.run(`create view ${viewNameOf(source)} as ${viewOf(source, index, storedTypes)}`);
  }
}

/** The database of a segment. */
export const databaseOf = (source: number, segment: number) => `segment_${source}_${segment}`;

const viewNameOf = ({ schema, name }: FileSource) =>
  schema === undefined ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;

/** The stored type of each column id, by segment. */
export type StoredTypes = Map<string, Map<string, string>>;

// By segment: `duckdb_columns()` binds all catalogue views of the instance first, which takes longer than most queries.
export async function listStoredTypes(connection: DuckDBConnection, databases: string[]): Promise<StoredTypes> {
  const storedTypes: StoredTypes = new Map();
  if (databases.length === 0) return storedTypes;
  const selects = databases.map(
    (database) => `select ${quoteText(database)}, name, type from pragma_table_info(${quoteText(`${database}.rows`)})`,
  );
  const reader = await connection.runAndReadAll(selects.join(' union all '));
  for (const [database, column, type] of reader.getRows() as [string, string, string][]) {
    storedTypes.set(database, (storedTypes.get(database) ?? new Map<string, string>()).set(column, type));
  }
  return storedTypes;
}

// A limit is a barrier to predicate pushdown: predicates of a query are not evaluated below it, where their errors
// would reveal hidden rows. DuckDB does not push down predicates that can fail either, as far as it knows them.
const pushdownBarrier = 'limit 4611686018427387903';

/** The rows of a source. */
function viewOf(source: FileSource, index: number, storedTypes: StoredTypes): string {
  const { columns, rowCondition, hasRowIds } = source;
  if (rowCondition === undefined) return rowsOf(source, index, storedTypes);
  const readColumns = new Map(
    [...columns, ...rowCondition.columns].map(({ id, type }) => [id, { id, name: id, type }]),
  );
  const byId = { ...source, columns: [...readColumns.values()] };
  const visible = `select * from (${rowsOf(byId, index, storedTypes)}) as t where ${rowCondition.sql}`;
  const cells = columns.map(({ id, name }) => `${quoteName(id)} as ${quoteName(name)}`);
  const rowIds = hasRowIds ? ['"#segment"', '"#row"'] : [];
  return `select ${[...cells, ...rowIds].join(', ') || 'null as nothing'} from (${visible}) ${pushdownBarrier}`;
}

// Views that only rename cost nothing, so columns are cast only where their stored type differs.
function rowsOf(source: FileSource, index: number, storedTypes: StoredTypes): string {
  const selects = source.segments.map((_, number) => {
    const database = databaseOf(index, number);
    const types = storedTypes.get(database) ?? new Map<string, string>();
    const rowIds = source.hasRowIds ? [`${number} as "#segment"`, 'rowid as "#row"'] : [];
    return `select ${selectListOf(source.columns, types, rowIds)} from ${database}.rows`;
  });
  if (selects.length > 0) return selects.join(' union all ');
  const rowIds = source.hasRowIds ? ['null::integer as "#segment"', 'null::bigint as "#row"'] : [];
  return `select ${selectListOf(source.columns, new Map(), rowIds)} where false`;
}

function selectListOf(columns: Column[], types: Map<string, string>, rowIds: string[]): string {
  const cells = columns.map((column) => `${segmentCellOf(column, types.get(column.id))} as ${quoteName(column.name)}`);
  return [...cells, ...rowIds].join(', ') || 'null as nothing';
}

// A segment may be older than a column, or store it with its former type.
export function segmentCellOf({ id, type }: Column, storedType: string | undefined): string {
  if (storedType === undefined) return `null::${storedAs[type]}`;
  return storedType === (longNames[storedAs[type]] ?? storedAs[type])
    ? quoteName(id)
    : `try_cast(${quoteName(id)} as ${storedAs[type]})`;
}

const longNames: Record<string, string> = { TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE' };
