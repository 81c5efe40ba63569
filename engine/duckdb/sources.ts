import type { DuckDBConnection } from '@duckdb/node-api';

import type { Column } from '#contract/query.ts';
import type { Source } from '#engine/engine.ts';
import { quoteName, quoteText } from './instance.ts';
import { storedAs } from './types.ts';

/** Attaches the segments of the sources and shows each source as one view. */
export async function openSources(connection: DuckDBConnection, sources: Source[]): Promise<void> {
  for (const [index, { segments }] of sources.entries()) {
    for (const [number, file] of segments.entries()) {
      await connection.run(`attach ${quoteText(file)} as ${databaseOf(index, number)} (read_only)`);
    }
  }
  const kept = await keptTypes(connection);
  for (const [index, source] of sources.entries()) {
    if (source.schema !== undefined) await connection.run(`create schema if not exists ${quoteName(source.schema)}`);
    await connection.run(`create view ${nameOf(source)} as ${rowsOf(source, index, kept)}`);
  }
}

const databaseOf = (source: number, segment: number) => `segment_${source}_${segment}`;

const nameOf = ({ schema, name }: Source) =>
  schema === undefined ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;

/** How each segment keeps its columns, by their ids. */
type Kept = Map<string, Map<string, string>>;

async function keptTypes(connection: DuckDBConnection): Promise<Kept> {
  const reader = await connection.runAndReadAll(
    `select database_name, column_name, data_type from duckdb_columns() where table_name = 'rows' and not internal`,
  );
  const kept: Kept = new Map();
  for (const [database, column, type] of reader.getRows() as [string, string, string][]) {
    kept.set(database, (kept.get(database) ?? new Map<string, string>()).set(column, type));
  }
  return kept;
}

// A view that only renames costs nothing, so that nothing is done for segments that are as they should be.
function rowsOf(source: Source, index: number, kept: Kept): string {
  const selects = source.segments.map((_, number) => {
    const database = databaseOf(index, number);
    const types = kept.get(database) ?? new Map<string, string>();
    const places = source.hasPlaces ? [`${number} as "#segment"`, 'rowid as "#row"'] : [];
    return `select ${shownOf(source.columns, types, places)} from ${database}.rows`;
  });
  if (selects.length > 0) return selects.join(' union all ');
  const places = source.hasPlaces ? ['null::integer as "#segment"', 'null::bigint as "#row"'] : [];
  return `select ${shownOf(source.columns, new Map(), places)} where false`;
}

function shownOf(columns: Column[], types: Map<string, string>, places: string[]): string {
  const shown = columns.map((column) => `${cellOf(column, types.get(column.id))} as ${quoteName(column.name)}`);
  return [...shown, ...places].join(', ') || 'null as nothing';
}

// A segment may be older than a column, or keep it as the type that it had then.
function cellOf({ id, type }: Column, kept: string | undefined): string {
  if (kept === undefined) return `null::${storedAs[type]}`;
  return kept === (longNames[storedAs[type]] ?? storedAs[type])
    ? quoteName(id)
    : `try_cast(${quoteName(id)} as ${storedAs[type]})`;
}

const longNames: Record<string, string> = { TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE' };
