import type { DuckDBConnection } from '@duckdb/node-api';

import type { Source } from '#engine/engine.ts';
import { quoteName, quoteText } from './instance.ts';
import { storedAs } from './types.ts';

/** Attaches the segments of a source and shows them as one view. */
export async function openSource(connection: DuckDBConnection, source: Source, index: number): Promise<void> {
  const tables = [];
  for (const [number, file] of source.segments.entries()) {
    const name = `segment_${index}_${number}`;
    await connection.run(`attach ${quoteText(file)} as ${name} (read_only)`);
    tables.push(`select *, ${number} as "#segment", rowid as "#row" from ${name}.rows`);
  }
  // Without a segment, and for columns that no segment has yet, the empty table says what there is.
  const empty = source.columns.map(({ id, type }) => `null::${storedAs[type]} as ${quoteName(id)}`);
  const first = [...empty, 'null::integer as "#segment"', 'null::bigint as "#row"'].join(', ');
  const rows = [`select ${first} where false`, ...tables].join(' union all by name ');
  const shown = shownOf(source).join(', ') || 'null as nothing';
  if (source.schema !== undefined) await connection.run(`create schema if not exists ${quoteName(source.schema)}`);
  await connection.run(`create view ${nameOf(source)} as select ${shown} from (${rows})`);
}

const nameOf = ({ schema, name }: Source) =>
  schema === undefined ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;

// An older segment may keep a column as the type that it had then.
function shownOf({ columns, hasPlaces }: Source): string[] {
  const shown = columns.map(
    ({ id, name, type }) => `try_cast(${quoteName(id)} as ${storedAs[type]}) as ${quoteName(name)}`,
  );
  return hasPlaces ? [...shown, '"#segment"', '"#row"'] : shown;
}
