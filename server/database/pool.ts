import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Socket } from 'node:net';
import pg from 'pg';

const statementMs = 30_000;
/** Longer than any statement: a session that is silent for this long during a statement has lost its network. */
const maxSilenceMs = 40_000;
/** After this time, PostgreSQL releases the locks of an unreachable server. Some transactions load files meanwhile. */
const idleTransactionMs = 10 * 60_000;

/** Opens the sessions for requests and jobs. */
export function openPool(connection: pg.ClientConfig, silenceMs = maxSilenceMs): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
  });
  // Without a listener, a dropped connection would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // The same for a connection dropped while a transaction holds it.
    client.on('error', () => {});
    const session = client as unknown as { readyForQuery: boolean; connection: { stream: Socket } };
    const socket = session.connection.stream;
    // A cut network reports nothing. Closing the socket fails the query, and the rollback of its transaction, at once.
    // A transaction between two statements is silent, too, so it is not ended; its next statement restarts the timeout.
    socket.setTimeout(silenceMs).on('timeout', () => session.readyForQuery || socket.destroy());
  });
  return pool;
}

export function openDatabase(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool);
  // Drizzle never releases a connection that was lost before the transaction began (its issue 6023).
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}
