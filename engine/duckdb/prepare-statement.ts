import type { DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { LimitedQuery, Mention, FileSource, Statement } from '#engine/engine.ts';
import { bindNamed } from './bind.ts';
import { sqlProblemOf, memoryProblemOf } from './engine-error.ts';
import { passGate } from './gate.ts';
import type { ColumnRenamer } from './result-column-names.ts';
import type { UseConnection } from './use-connection.ts';
import { singleStatementOf } from './statement.ts';
import { loadStatement } from './statement-cache.ts';
import type { ConnectionSettings } from './connection-pool.ts';
import type { QuerySession } from './query-session.ts';

/** A query ready to run on a connection with its settings. */
export type PreparedStatement = {
  settings: ConnectionSettings;
  /** Maps the engine's column names to those of the result. */
  renameColumns: ColumnRenamer;
  run: (session: QuerySession) => Promise<DuckDBResult>;
  /** Streams the rows. The last one is a marker and not part of the result: see `isEnd`. */
  stream: (session: QuerySession) => Promise<DuckDBResult>;
};

type BoundSql = { sql: string; offset: number; bind: (prepared: DuckDBPreparedStatement) => void; zone: string };

/** Prepares a query. A person's SQL always passes the gate here, even if it passed before. */
export async function prepareStatement(query: LimitedQuery, use: UseConnection): Promise<PreparedStatement> {
  const { sources, limit, sharedRows, extremes } = query;
  const renameColumns = query.by === 'person' ? await gateStatement(query, sources, use) : keepNames;
  const bound = query.by === 'person' ? wrapWithLimit(query, limit) : bindCompiled(query);
  const { sql, offset, bind, zone } = bound;
  const run = async (session: QuerySession, text: string, method: 'run' | 'stream') => {
    try {
      return await runPrepared(session, text, { bind, method });
    } catch (error) {
      const problem = memoryProblemOf(error);
      throw query.by === 'person' ? sqlProblemOf(problem, query.sql, offset + text.indexOf(sql)) : problem;
    }
  };
  return {
    settings: { by: query.by, sources, zone, sharedRows, extremes },
    renameColumns,
    run: (session) => run(session, sql, 'run'),
    stream: (session) => run(session, `${streamStart}${sql}${streamEnd}`, 'stream'),
  };
}

const keepNames: ColumnRenamer = (names) => names;

async function gateStatement(
  written: { sql: string },
  sources: FileSource[],
  use: UseConnection,
): Promise<ColumnRenamer> {
  const { gated, renameColumns } = await passGate(written, use);
  checkTables(gated.tables, sources);
  return renameColumns;
}

const bindCompiled = ({ sql, params }: Statement & { by: 'compiler' }): BoundSql => ({
  sql,
  offset: 0,
  bind: (prepared) => prepared.bind(params),
  zone: 'UTC',
});

// A subquery with a limit, so that no SQL can return more rows than this.
const start = 'select * from (\n';
const wrapWithLimit = ({ sql, params, zone }: Statement & { by: 'person' }, limit: number): BoundSql => ({
  sql: `${start}${singleStatementOf(sql)}\n) limit ${limit + 1}`,
  offset: start.length,
  bind: (prepared) => bindNamed(prepared, params),
  zone,
});

// A stream that fails or is interrupted just ends, so a marker row proves that it is complete.
const streamStart = 'from (\n';
const streamEnd = '\n) union all by name select true as "#end"';

function checkTables(tables: Mention[], sources: FileSource[]): void {
  for (const { schema, name, at } of tables) {
    if (sources.some((source) => isNamed(source, schema, name))) continue;
    const value = schema === null ? name : `${schema}.${name}`;
    throw new Problem('sql_table_unknown', { value, ...(at !== null && { at }) });
  }
}

const isNamed = (source: FileSource, schema: string | null, name: string) =>
  foldIdentifier(source.schema ?? '') === foldIdentifier(schema ?? '') &&
  foldIdentifier(source.name) === foldIdentifier(name);

type RunMode = { bind: BoundSql['bind']; method: 'run' | 'stream' };

async function runPrepared(session: QuerySession, sql: string, { bind, method }: RunMode): Promise<DuckDBResult> {
  const statement = await loadStatement(session, sql);
  try {
    bind(statement);
    return await statement[method]();
  } catch (error) {
    // Its state is unknown.
    session.statements.delete(sql);
    throw error;
  }
}
