import { and, eq, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';

import { Problem } from '#contract/errors.ts';
import { consumePoint, maxNewDatasets } from '#server/accounts/rate-limits.ts';
import type { Queryable } from '#server/database/open.ts';
import { datasets, pushLog } from '#server/database/schema.ts';
import type { IngestionServices } from './services.ts';

/** The dataset names that applications may push to: existing ones, and a limited number of new ones per hour. */
export type DatasetNames = { admit: (applicationId: string, name: string) => Promise<void> | undefined };

const code = 'too_many_datasets' as const;
/** While the limit is exhausted, the database is queried at most once per interval. */
const recheckMs = 10_000;

type ApplicationNames = {
  admitted: Set<string>;
  pending: Map<string, Promise<void>>;
  /** Until when the limit is exhausted, and when to query the database next. */
  exhausted: { until: number; retryAt: number };
};

// If the database is down, pushes still go into the log: losing them would be worse than exceeding the limit.
function rethrowProblems(error: unknown): void {
  if (error instanceof Problem) throw error;
}

/** The limit is counted in the database per application, so more keys, servers or a restart do not raise it. */
export function createDatasetNames({ db, limits }: IngestionServices): DatasetNames {
  const applications = new Map<string, ApplicationNames>();

  function namesOf(applicationId: string): ApplicationNames {
    const existing = applications.get(applicationId);
    if (existing) return existing;
    const names = { admitted: new Set<string>(), pending: new Map(), exhausted: { until: 0, retryAt: 0 } };
    applications.set(applicationId, names);
    return names;
  }

  async function check(applicationId: string, name: string): Promise<void> {
    const names = namesOf(applicationId);
    if (!(await isStored(db, applicationId, name))) await consumeLimit(applicationId, names);
    names.admitted.add(name);
  }

  async function consumeLimit(applicationId: string, names: ApplicationNames): Promise<void> {
    const now = Date.now();
    const { until, retryAt } = names.exhausted;
    if (now < retryAt)
      throw new Problem(code, { limit: String(maxNewDatasets), retryAfter: Math.ceil((until - now) / 1000) });
    await consumePoint(limits.dataset, applicationId, { code, limit: maxNewDatasets }).catch((error: unknown) => {
      const { retryAfter = 0 } = error instanceof Problem ? error.params : {};
      names.exhausted = { until: now + retryAfter * 1000, retryAt: now + Math.min(retryAfter * 1000, recheckMs) };
      throw error;
    });
  }

  return {
    // Synchronous for admitted names: a promise here would slow down every push.
    admit: (applicationId, name) => {
      const { admitted, pending } = namesOf(applicationId);
      if (admitted.has(name)) return undefined;
      const checking =
        pending.get(name) ??
        check(applicationId, name)
          .catch(rethrowProblems)
          .finally(() => pending.delete(name));
      pending.set(name, checking);
      return checking;
    },
  };
}

/** Whether the dataset exists, or another server has logged a push to it. */
async function isStored(db: Queryable, applicationId: string, name: string): Promise<boolean> {
  const one = { one: sql`1` };
  const isThis = and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt));
  const isLogged = and(
    eq(pushLog.applicationId, applicationId),
    isNull(pushLog.quarantinedAt),
    sql`${pushLog.datasets} ? ${name}`,
  );
  const rows = await unionAll(
    db.select(one).from(datasets).where(isThis),
    db.select(one).from(pushLog).where(isLogged),
  ).limit(1);
  return rows.length > 0;
}
