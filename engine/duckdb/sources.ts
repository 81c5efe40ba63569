import type { DuckDBConnection } from '@duckdb/node-api';

import type { Column } from '#domain/query/query.ts';
import type { FileSource } from '#engine/engine.ts';
import { quoteName, quoteText } from './instance.ts';
import { storedAs } from './stored-types.ts';

/** Attaches the segments of the sources and creates one view per source. */
export async function openSources(connection: DuckDBConnection, sources: FileSource[]): Promise<void> {
  for (const [index, { segments }] of sources.entries()) {
    for (const [number, file] of segments.entries()) {
      await connection.run(`attach ${quoteText(file)} as ${databaseOf(index, number)} (read_only)`);
    }
  }
  const storedTypes = await listStoredTypes(connection);
  for (const [index, source] of sources.entries()) {
    if (source.schema !== undefined) await connection.run(`create schema if not exists ${quoteName(source.schema)}`);
    await connection.run(`create view ${viewNameOf(source)} as ${rowsOf(source, index, storedTypes)}`);
  }
}

const databaseOf = (source: number, segment: number) => `segment_${source}_${segment}`;

const viewNameOf = ({ schema, name }: FileSource) =>
  schema === undefined ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;

/** The stored type of each column id, by segment. */
type StoredTypes = Map<string, Map<string, string>>;

async function listStoredTypes(connection: DuckDBConnection): Promise<StoredTypes> {
  const reader = await connection.runAndReadAll(
    `select database_name, column_name, data_type from duckdb_columns() where table_name = 'rows' and not internal`,
  );
  const storedTypes: StoredTypes = new Map();
  for (const [database, column, type] of reader.getRows() as [string, string, string][]) {
    storedTypes.set(database, (storedTypes.get(database) ?? new Map<string, string>()).set(column, type));
  }
  return storedTypes;
}

// Views that only rename cost nothing, so columns are cast only where their stored type differs.
function rowsOf(source: FileSource, index: number, storedTypes: StoredTypes): string {
  const selects = source.segments.map((_, number) => {
    const database = databaseOf(index, number);
    const types = storedTypes.get(database) ?? new Map<string, string>();
    const rowIds = source.hasPlaces ? [`${number} as "#segment"`, 'rowid as "#row"'] : [];
    return `select ${selectListOf(source.columns, types, rowIds)} from ${database}.rows`;
  });
  if (selects.length > 0) return selects.join(' union all ');
  const rowIds = source.hasPlaces ? ['null::integer as "#segment"', 'null::bigint as "#row"'] : [];
  return `select ${selectListOf(source.columns, new Map(), rowIds)} where false`;
}

function selectListOf(columns: Column[], types: Map<string, string>, rowIds: string[]): string {
  const cells = columns.map((column) => `${cellOf(column, types.get(column.id))} as ${quoteName(column.name)}`);
  return [...cells, ...rowIds].join(', ') || 'null as nothing';
}

// A segment may be older than a column, or store it with its former type.
function cellOf({ id, type }: Column, storedType: string | undefined): string {
  if (storedType === undefined) return `null::${storedAs[type]}`;
  return storedType === (longNames[storedAs[type]] ?? storedAs[type])
    ? quoteName(id)
    : `try_cast(${quoteName(id)} as ${storedAs[type]})`;
}

const longNames: Record<string, string> = { TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE' };
