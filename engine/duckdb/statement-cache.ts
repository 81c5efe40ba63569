import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';

import type { QuerySession } from './query-session.ts';

/** Statements per connection; more than a large dashboard has cards. */
const maxStatements = 64;

/** Closing the connection destroys the statements. */
export const openStatementCache = (): QuerySession['statements'] =>
  new LRUCache({ max: maxStatements, dispose: (statement) => statement.destroySync() });

/**
 * The prepared statement of SQL, from the cache of its session: planning takes as long as reading 100,000 rows. DuckDB
 * itself plans a statement again when its tables change, and for other parameters.
 */
export async function loadStatement(
  { connection, statements }: QuerySession,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const cached = statements.get(sql);
  if (cached) return cached;
  const statement = await connection.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
