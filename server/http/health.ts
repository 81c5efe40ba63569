import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';

import { Problem } from '#contract/errors.ts';
import type { Database } from '#server/database/open.ts';

/** Liveness and readiness probes. */
export function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await db.execute(sql`select 1`).catch((cause: unknown) => {
      throw new Problem('unavailable', {}, { cause });
    });
    return { status: 'ok' };
  });
}
