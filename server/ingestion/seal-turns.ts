import pg from 'pg';

import { advisoryLocks } from '#server/database/advisory-locks.ts';
import { keepalive } from '#server/database/database-lock.ts';

/** The turn to seal the log of an application. */
export type SealTurns = {
  /** Runs an action unless another server has the turn; returns `busy` then. */
  take: <T>(applicationId: string, act: () => Promise<T>) => Promise<T | 'busy'>;
  close: () => Promise<void>;
};

/**
 * Turns as advisory locks of one session, so that the end of a server ends its turns. Losing the session loses them
 * too: that costs work done twice, but only one server can remove the pushes when it publishes them.
 */
export function openSealTurns(connection: pg.ClientConfig): SealTurns {
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
      // A session that failed or did not answer in time is not used again.
      if (session === current) session = undefined;
      // It may have ended already, or never have been opened.
      current.then((client) => client.end()).catch(() => {});
      throw error;
    }
  }

  return {
    take: async (applicationId, act) => {
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
