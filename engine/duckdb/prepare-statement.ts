import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';

import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { LimitedQuery, Mention, FileSource, Statement } from '#engine/engine.ts';
import { bindNamed } from './bind.ts';
import { sqlProblemOf, memoryProblemOf } from './engine-error.ts';
import { passGate } from './gate.ts';
import type { ColumnRenamer } from './result-column-names.ts';
import type { UseConnection } from './use-connection.ts';
import { singleStatementOf } from './statement.ts';
import type { ConnectionSettings } from './connection-pool.ts';

/** A query ready to run on a connection with its settings. */
export type PreparedStatement = {
  settings: ConnectionSettings;
  /** Maps the engine's column names to those of the result. */
  renameColumns: ColumnRenamer;
  run: (connection: DuckDBConnection) => Promise<DuckDBResult>;
  /** Streams the rows. The last one is a marker and not part of the result: see `isEnd`. */
  stream: (connection: DuckDBConnection) => Promise<DuckDBResult>;
};

type BoundSql = { sql: string; offset: number; bind: (prepared: DuckDBPreparedStatement) => void; zone: string };

/** Prepares a query. A person's SQL always passes the gate here, even if it passed before. */
export async function prepareStatement(query: LimitedQuery, use: UseConnection): Promise<PreparedStatement> {
  const { sources, limit, sharedRows, extremes } = query;
  const renameColumns = query.by === 'person' ? await gateStatement(query, sources, use) : keepNames;
  const bound = query.by === 'person' ? wrapWithLimit(query, limit) : bindCompiled(query);
  const { sql, offset, bind, zone } = bound;
  const run = async (connection: DuckDBConnection, text: string, method: 'run' | 'stream') => {
    try {
      return await runPrepared(connection, text, { bind, method });
    } catch (error) {
      const problem = memoryProblemOf(error);
      throw query.by === 'person' ? sqlProblemOf(problem, query.sql, offset + text.indexOf(sql)) : problem;
    }
  };
  return {
    settings: { by: query.by, sources, zone, sharedRows, extremes },
    renameColumns,
    run: (connection) => run(connection, sql, 'run'),
    stream: (connection) => run(connection, `${streamStart}${sql}${streamEnd}`, 'stream'),
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

async function runPrepared(
  connection: DuckDBConnection,
  sql: string,
  { bind, method }: RunMode,
): Promise<DuckDBResult> {
  const statement = await loadStatement(connection, sql);
  try {
    bind(statement);
    return await statement[method]();
  } catch (error) {
    dropStatement(connection, sql);
    throw error;
  }
}

type Statements = LRUCache<string, DuckDBPreparedStatement>;

/** Statements per connection; more than a large dashboard has cards. */
const maxStatements = 64;
const statementsOf = new WeakMap<DuckDBConnection, Statements>();

/**
 * The prepared statement of SQL, from the cache of its connection: planning takes as long as reading 100,000 rows. DuckDB
 * itself plans a statement again when its tables change, and for other parameters. Closing a connection destroys them.
 */
async function loadStatement(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  let statements = statementsOf.get(connection);
  if (!statements)
    statementsOf.set(
      connection,
      (statements = new LRUCache({ max: maxStatements, dispose: (statement) => statement.destroySync() })),
    );
  const cached = statements.get(sql);
  if (cached) return cached;
  const statement = await connection.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

/** Removes a statement whose state is unknown. */
const dropStatement = (connection: DuckDBConnection, sql: string) => statementsOf.get(connection)?.delete(sql);
