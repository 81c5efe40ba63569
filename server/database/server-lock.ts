import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const lockNumber = 7_385_239; // any number, as long as every server takes the same one
/** How long a start waits for a server that is just ending. */
const startMs = 3_000;
/** How long a session that was cut off may still hold the lock: see `keepalive`. */
const lostMs = 60_000;
const stepMs = 500;

// So that the database soon notices that the machine of a server is gone, and lets the next one in.
const keepalive = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

const inUse = [
  'Another Shuju server is running on the database of DATABASE_URL. Stop it first, or set DATABASE_URL to another one.',
  '另一个数据（Shuju）服务正在使用 DATABASE_URL 指定的数据库。请先停止它，或将 DATABASE_URL 改为另一个数据库。',
].join('\n');

export class DatabaseInUse extends Error {}

/**
 * Takes the database for this server: rows lie in its data directory, and another server would not see them. The lock is
 * one of the session, so that it ends with the process. After the connection was lost it is taken again; should another
 * server have it then, `stop` is called.
 */
export async function lockDatabase(connection: pg.ClientConfig, stop: (reason: Error) => void) {
  let closed = false;
  let client = await hold(connection, startMs, onEnd);

  function onEnd(): void {
    if (!closed) void retake();
  }

  async function retake(): Promise<void> {
    await sleep(stepMs, undefined, { ref: false });
    if (closed) return;
    try {
      client = await hold(connection, lostMs, onEnd);
      if (closed) await client.end();
    } catch (error) {
      if (error instanceof DatabaseInUse) stop(error);
      else void retake();
    }
  }

  return async () => {
    closed = true;
    await client.end();
  };
}

async function hold(connection: pg.ClientConfig, ms: number, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // An error is followed by the end of the connection.
  client.on('error', () => {});
  await client.connect().catch((cause: { code?: string; message: string }) => {
    throw new Error(`The database cannot be reached: ${cause.message || cause.code}`, { cause });
  });
  try {
    await client.query(keepalive);
    for (let left = ms; !(await tryLock(client)); left -= stepMs) {
      if (left <= 0) throw new DatabaseInUse(inUse);
      await sleep(stepMs);
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
    [lockNumber],
  );
  return rows[0]!.taken;
}
