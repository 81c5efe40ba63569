import pg from 'pg';

import { advisoryLocks } from '#server/database/advisory-locks.ts';
import { keepalive } from '#server/database/database-lock.ts';

/** Locks for sealing: only one server at a time seals the log of an application. */
export type SealLocks = {
  /** Runs an action, or returns `busy` if another server holds the lock. */
  withLock: <T>(applicationId: string, act: () => Promise<T>) => Promise<T | 'busy'>;
  close: () => Promise<void>;
};

/**
 * Advisory locks of one session, so that they are released when a server dies. They are also released when the session
 * is lost: work may then be done twice, but only one server can remove the pushes when it publishes them.
 */
export function openSealLocks(connection: pg.ClientConfig): SealLocks {
  let session: Promise<pg.Client> | undefined;

  function openSession(): Promise<pg.Client> {
    const opening = connect(connection, () => {
      if (session === opening) session = undefined;
    });
    return opening;
  }

  async function query(text: string, applicationId: string): Promise<boolean> {
    const current = (session ??= openSession());
    try {
      const { rows } = await (await current).query<{ done: boolean }>(text, [advisoryLocks.seal, applicationId]);
      return rows[0]!.done;
    } catch (error) {
      // A session that failed or timed out is not used again.
      if (session === current) session = undefined;
      // It may have ended already, or never have been opened.
      current.then((client) => client.end()).catch(() => {});
      throw error;
    }
  }

  return {
    withLock: async (applicationId, act) => {
      if (!(await query('select pg_try_advisory_lock($1, hashtext($2)) as done', applicationId))) return 'busy';
      try {
        return await act();
      } finally {
        // A lost session has lost the lock too.
        await query('select pg_advisory_unlock($1, hashtext($2)) as done', applicationId).catch(() => {});
      }
    },
    close: async () => {
      // A session that could not be opened needs no end.
      const client = await session?.catch(() => undefined);
      await client?.end();
    },
  };
}

async function connect(connection: pg.ClientConfig, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // An error is followed by the end of the connection.
  client.on('error', () => {});
  client.once('end', onEnd);
  await client.connect();
  await client.query(keepalive);
  return client;
}
