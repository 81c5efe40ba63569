import { rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import pg from 'pg';

import { temporaryFolder } from '#server/data-directory.ts';
import { runEvery } from '#server/jobs/run-every.ts';
import { createApplicationTable } from './application-table.ts';
import type { ApplicationLog, PushLog } from './push-log.ts';
import { openSealLocks } from './seal-locks.ts';
import type { IngestionServices } from './services.ts';
import { openTableLogWriter } from './table-log-writer.ts';

// Finds pushes of servers that were killed before they sealed them.
const checkMs = 1_000;
/** One part is being sealed while the next one is read. With more, other servers could not share the work. */
const maxParts = 2;
/** On a network partition PostgreSQL does not answer; clients then get a response that asks for a retry. */
const timeoutMs = 20_000;

/**
 * Opens the log in the database, which any number of servers append to and seal. No NOTIFY wakes the others, because
 * every commit that notifies waits for the one before it. The server that appended seals.
 */
export async function openTableLog(
  services: IngestionServices,
  onUnsealed: (log: ApplicationLog) => void,
): Promise<PushLog> {
  const { config, connection, log, pushLog } = services;
  const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: timeoutMs, statement_timeout: timeoutMs };
  // A pool of its own, so that pushes do not wait for queries of pages.
  const pool = new pg.Pool({ ...connection, ...timeouts, max: 4 });
  // Without a listener, a dropped connection would end the process.
  pool.on('error', () => {});
  const writer = openTableLogWriter(pool);
  const locks = openSealLocks({ ...connection, ...timeouts });
  const folder = path.join(temporaryFolder(config.dataDirectory), 'push-log');
  await rm(folder, { recursive: true, force: true });
  const table = { pool, writer, locks, folder, limitParts: pLimit(maxParts), onUnsealed };
  const open = new Map<string, ApplicationLog>();

  function find(applicationId: string): ApplicationLog {
    const existing = open.get(applicationId);
    if (existing) return existing;
    const created = createApplicationTable(services, { ...table, applicationId });
    open.set(applicationId, created);
    return created;
  }

  async function check(): Promise<boolean> {
    const { rows } = await pool.query<{ id: string }>(`
      select id from applications a
      where exists (select 1 from push_log l where l.application_id = a.id and l.quarantined_at is null)`);
    for (const { id } of rows) onUnsealed(find(id));
    return false;
  }

  await check();
  const stopChecks =
    pushLog === 'table' ? runEvery(log, { name: 'looking for pushes to seal', pause: checkMs, run: check }) : undefined;
  return {
    find,
    close: async () => {
      await stopChecks?.();
      await writer.close();
      await locks.close();
      await pool.end();
    },
  };
}
