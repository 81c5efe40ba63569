import type { DuckDBConnection } from '@duckdb/node-api';

import type { ColumnType } from '#contract/query.ts';
import type { Answer, Question, Source } from '#engine/engine.ts';
import { closeInstance, lock, openInstance, quoteName, quoteText } from './instance.ts';
import type { Use } from './process.ts';
import { storedAs, typeOf } from './types.ts';

/** Opens the segments of a question's sources, shows each source as one view, locks the door and asks. */
export async function answerQuestion({ sql, params, sources }: Question, use: Use): Promise<Answer> {
  const connection = use(await openInstance());
  try {
    for (const [index, source] of sources.entries()) await openSource(connection, source, index);
    await lock(connection);
    const reader = await connection.runAndReadAll(sql, params);
    const types = reader.columnTypes().map((type) => typeOf(type.alias ?? type.toString()));
    const values = reader.getColumnsJson().map((column, index) => {
      const shape = shaped[types[index]!];
      return shape ? column.map(shape) : column;
    });
    return { columns: reader.columnNames().map((name, index) => ({ name, type: types[index]! })), values };
  } finally {
    closeInstance(connection);
  }
}

async function openSource(connection: DuckDBConnection, source: Source, index: number): Promise<void> {
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
  await connection.run(
    `create view ${quoteName(source.name)} as select ${shownOf(source).join(', ') || 'null as nothing'} from (${rows})`,
  );
}

// An older segment may keep a column as the type that it had then.
function shownOf({ columns, hasPlaces }: Source): string[] {
  const shown = columns.map(
    ({ id, name, type }) => `try_cast(${quoteName(id)} as ${storedAs[type]}) as ${quoteName(name)}`,
  );
  return hasPlaces ? [...shown, '"#segment"', '"#row"'] : shown;
}

// Counts come as text because they may be larger than a number holds; what fits is a number.
function numberOf(value: unknown): unknown {
  const number = Number(value);
  return typeof value === 'string' && Number.isSafeInteger(number) ? number : value;
}

// DuckDB writes a moment as its zone does; the zone of an instance is UTC.
function momentOf(value: unknown): unknown {
  return typeof value === 'string'
    ? `${value.slice(0, 19).replace(' ', 'T')}${value.slice(19).replace('+00', '')}Z`
    : value;
}

const shaped: Partial<Record<ColumnType, (value: unknown) => unknown>> = { integer: numberOf, time: momentOf };
