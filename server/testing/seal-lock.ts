import pg from 'pg';

import { advisoryLocks } from '#server/database/advisory-locks.ts';

/** Acquires the lock for sealing an application, so that its pushes stay in the log; returns the release function. */
export async function acquireSealLock(
  connection: pg.ClientConfig,
  applicationId: string,
): Promise<() => Promise<void>> {
  const client = new pg.Client(connection);
  // Tests end its session.
  client.on('error', () => {});
  await client.connect();
  await client.query('select pg_advisory_lock($1, hashtext($2))', [advisoryLocks.seal, applicationId]);
  return () => client.end();
}
