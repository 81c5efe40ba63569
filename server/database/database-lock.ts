import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

import { advisoryLocks } from './advisory-locks.ts';
import { retryOutage } from './retry-outage.ts';

/** How long a start waits for a server that is shutting down. */
const startTimeoutMs = 3_000;
/** How long a disconnected session may still hold the lock: see `keepalive`. */
const retakeTimeoutMs = 60_000;
const retryMs = 500;

/** TCP keepalive, so that the database soon detects a dead server and releases its locks. */
export const keepalive = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

const inUse = [
  'Another Shuju server is running on the database at DATABASE_URL. Stop it first, or set DATABASE_URL to another database.',
  '另一个数据（Shuju）服务正在使用 DATABASE_URL 指定的数据库。请先停止它，或将 DATABASE_URL 改为另一个数据库。',
].join('\n');

class DatabaseInUse extends Error {}

type LockOwner = { log: Logger; stop: (reason: Error) => void };

/**
 * Locks the database for this server: segments are in its data directory, and another server would not see them. It is
 * a session-level advisory lock, so it ends with the process. After connection loss it is taken again; if another
 * server has taken it by then, `stop` is called.
 */
export async function lockDatabase(connection: pg.ClientConfig, { log, stop }: LockOwner) {
  const closing = new AbortController();
  let client = await acquireLock(connection, startTimeoutMs, onEnd);

  function onEnd(): void {
    void retryOutage({ log, subject: 'the lock of the database', signal: closing.signal }, retake);
  }

  async function retake(): Promise<void> {
    try {
      client = await acquireLock(connection, retakeTimeoutMs, onEnd);
      if (closing.signal.aborted) await client.end();
    } catch (error) {
      if (!(error instanceof DatabaseInUse)) throw error;
      stop(error);
    }
  }

  return async () => {
    closing.abort();
    await client.end();
  };
}

async function acquireLock(connection: pg.ClientConfig, timeoutMs: number, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // An error is followed by the end of the connection.
  client.on('error', () => {});
  await client.connect().catch((cause: { code?: string; message: string }) => {
    throw new Error(`Can't reach the database: ${cause.message || cause.code}`, { cause });
  });
  try {
    await client.query(keepalive);
    for (let left = timeoutMs; !(await tryLock(client)); left -= retryMs) {
      if (left <= 0) throw new DatabaseInUse(inUse);
      await sleep(retryMs);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  client.once('end', onEnd);
  return client;
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext(current_schema())) as taken',
    [advisoryLocks.database],
  );
  return rows[0]!.taken;
}
