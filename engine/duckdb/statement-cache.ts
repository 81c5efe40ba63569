import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';

type Statements = LRUCache<string, DuckDBPreparedStatement>;

/** Statements per connection; more than a large dashboard has cards. */
const maxStatements = 64;
const statementsOf = new WeakMap<DuckDBConnection, Statements>();

/**
 * The prepared statement of SQL, from the cache of its connection: planning takes as long as reading 100,000 rows. DuckDB
 * itself plans a statement again when its tables change, and for other parameters. Closing a connection destroys them.
 */
export async function loadStatement(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
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
export const dropStatement = (connection: DuckDBConnection, sql: string) => statementsOf.get(connection)?.delete(sql);
