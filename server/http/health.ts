import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';

import { Problem } from '#contract/errors.ts';
import type { Database } from '#server/database/open.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the readiness probe fail, so that load balancers send no more requests; this server still responds. */
    withdraw: () => void;
  }
}

/** Shorter than the timeouts of load balancers: on a network partition PostgreSQL does not answer at all. */
const timeoutMs = 3_000;

/** Liveness and readiness probes. */
export function serveHealth(app: FastifyInstance, db: Database): void {
  let isWithdrawn = false;
  app.decorate('withdraw', () => void (isWithdrawn = true));
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isWithdrawn) throw new Problem('unavailable');
    const timeout = sleep(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`PostgreSQL did not answer within ${timeoutMs} ms`);
    });
    await Promise.race([db.execute(sql`select 1`), timeout]).catch((cause: unknown) => {
      throw new Problem('unavailable', {}, { cause });
    });
    return { status: 'ok' };
  });
}
