import { and, eq, isNull } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { consumePoint, maxNewDatasets } from '#server/accounts/rate-limits.ts';
import { datasets } from '#server/database/schema.ts';
import type { IngestionServices } from './services.ts';

/** The dataset names that an application may push to: existing ones, and a limited number of new ones per hour. */
export type DatasetNames = { admit: (name: string) => Promise<void> | undefined };

const code = 'too_many_datasets' as const;
/** While the limit is exhausted, the database is queried at most once per interval. */
const recheckMs = 10_000;

// If the database is down, pushes still go into the log: the limit is not worth losing them.
function rethrowProblems(error: unknown): void {
  if (error instanceof Problem) throw error;
}

/** The limit is counted in the database per application, so more keys or a restart do not raise it. */
export function createDatasetNames({ db, limits }: IngestionServices, applicationId: string): DatasetNames {
  const admitted = new Set<string>();
  const pending = new Map<string, Promise<void>>();
  /** Until when the limit is exhausted, and when to query the database next. */
  let exhausted = { until: 0, askAt: 0 };

  async function check(name: string): Promise<void> {
    const isThis = and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt));
    const [existing] = await db.select({ id: datasets.id }).from(datasets).where(isThis).limit(1);
    if (!existing) await consumeLimit();
    admitted.add(name);
  }

  async function consumeLimit(): Promise<void> {
    const now = Date.now();
    if (now < exhausted.askAt)
      throw new Problem(code, { limit: String(maxNewDatasets), retryAfter: Math.ceil((exhausted.until - now) / 1000) });
    await consumePoint(limits.dataset, applicationId, { code, limit: maxNewDatasets }).catch((error: unknown) => {
      const { retryAfter = 0 } = error instanceof Problem ? error.params : {};
      exhausted = { until: now + retryAfter * 1000, askAt: now + Math.min(retryAfter * 1000, recheckMs) };
      throw error;
    });
  }

  return {
    // Synchronous for admitted names: a promise here would slow down every push.
    admit: (name) => {
      if (admitted.has(name)) return undefined;
      const checking =
        pending.get(name) ??
        check(name)
          .catch(rethrowProblems)
          .finally(() => pending.delete(name));
      pending.set(name, checking);
      return checking;
    },
  };
}
