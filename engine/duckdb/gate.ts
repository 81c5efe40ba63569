import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { Gated } from '#engine/engine.ts';
import { wrongOf } from './complaint.ts';
import { lock, openInstance } from './instance.ts';
import { type Naming, namingOf } from './names.ts';
import type { Use } from './process.ts';
import { onlyStatement, placeByBytes, placeByPoints } from './statement.ts';
import { look } from './tree.ts';

/** What the parser makes of a text. */
type Parsed =
  | { error: false; statements: unknown[] }
  | { error: true; error_type: string; error_message: string; position?: string };

let parser: Promise<DuckDBConnection> | undefined;

// It holds no data, so that nothing in a text can reach any.
async function openParser(): Promise<DuckDBConnection> {
  const connection = await openInstance();
  await lock(connection);
  return connection;
}

/** Lets SQL through that is one SELECT and calls nothing that reaches outside, and says what it refers to. */
export async function gate(written: { sql: string }, use: Use): Promise<Gated> {
  return (await pass(written, use)).gated;
}

/** As `gate`, and also says what the columns of its answer are to be called. */
export async function pass({ sql }: { sql: string }, use: Use): Promise<{ gated: Gated; naming: Naming }> {
  const statement = onlyStatement(sql);
  const parsed = await parse(statement, use);
  if (parsed.error) throw problemOf(parsed, statement);
  if (parsed.statements.length === 0) throw new Problem('sql_not_select', { at: 0 });
  if (parsed.statements.length > 1) throw new Problem('sql_several');
  const [tree] = parsed.statements;
  return { gated: look(tree, placeByBytes(statement)), naming: namingOf(tree, statement) };
}

async function parse(sql: string, use: Use): Promise<Parsed> {
  parser ??= openParser();
  const reader = await use(await parser).runAndReadAll('select json_serialize_sql($1::varchar)::varchar', [sql]);
  return JSON.parse(String(reader.getRows()[0]![0])) as Parsed;
}

function problemOf({ error_type, error_message, position }: Parsed & { error: true }, sql: string): Problem {
  const isOther = error_type === 'not implemented';
  if (isOther && !/^\s*\(*\s*pivot\b/i.test(sql)) return new Problem('sql_not_select', { at: 0 });
  if (isOther) return new Problem('sql_pivot_open', { at: 0 });
  if (/^memory exhausted|^Max expression depth/.test(error_message)) return new Problem('sql_too_deep');
  const at = position === undefined ? null : placeByPoints(sql, Number(position));
  return wrongOf({ message: error_message }, { at });
}
