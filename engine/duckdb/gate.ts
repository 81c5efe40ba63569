import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { GateResult } from '#engine/engine.ts';
import { problemOfMessage } from './engine-error.ts';
import { lock, openInstance } from './instance.ts';
import { type ColumnRenamer, columnRenamerOf } from './result-column-names.ts';
import type { UseConnection } from './use-connection.ts';
import { singleStatementOf, charOffsetByBytes, charOffsetByCodePoints } from './statement.ts';
import { checkTree } from './sql-tree.ts';

/** Output of DuckDB's parser. */
type ParsedSql =
  | { error: false; statements: unknown[] }
  | { error: true; error_type: string; error_message: string; position?: string };

let parser: Promise<DuckDBConnection> | undefined;

// The parser's instance holds no data, so SQL cannot reach any.
async function openParser(): Promise<DuckDBConnection> {
  const connection = await openInstance();
  await lock(connection);
  return connection;
}

/** Accepts SQL that is a single SELECT without external access, and returns its tables and parameters. */
export async function gate(written: { sql: string }, use: UseConnection): Promise<GateResult> {
  return (await passGate(written, use)).gated;
}

/** As `gate`, and also returns how the result's columns are named. */
export async function passGate(
  { sql }: { sql: string },
  use: UseConnection,
): Promise<{ gated: GateResult; renameColumns: ColumnRenamer }> {
  const statement = singleStatementOf(sql);
  const parsed = await parse(statement, use);
  if (parsed.error) throw problemOf(parsed, statement);
  if (parsed.statements.length === 0) throw new Problem('sql_not_select', { at: 0 });
  if (parsed.statements.length > 1) throw new Problem('sql_several');
  const [tree] = parsed.statements;
  return { gated: checkTree(tree, charOffsetByBytes(statement)), renameColumns: columnRenamerOf(tree, statement) };
}

async function parse(sql: string, use: UseConnection): Promise<ParsedSql> {
  parser ??= openParser();
  const reader = await use(await parser).runAndReadAll('select json_serialize_sql($1::varchar)::varchar', [sql]);
  return JSON.parse(String(reader.getRows()[0]![0])) as ParsedSql;
}

function problemOf({ error_type, error_message, position }: ParsedSql & { error: true }, sql: string): Problem {
  const isOther = error_type === 'not implemented';
  if (isOther && !/^\s*\(*\s*pivot\b/i.test(sql)) return new Problem('sql_not_select', { at: 0 });
  if (isOther) return new Problem('sql_pivot_open', { at: 0 });
  if (/^memory exhausted|^Max expression depth/.test(error_message)) return new Problem('sql_too_deep');
  const at = position === undefined ? null : charOffsetByCodePoints(sql, Number(position));
  return problemOfMessage({ message: error_message }, { at });
}
