import { and, eq, isNull } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { consumePoint, maxNewDatasets } from '#server/accounts/limits.ts';
import { datasets } from '#server/database/schema.ts';
import type { Services } from './services.ts';

/** The names that pushes of one application may use: those of its datasets, and a limited number of new ones an hour. */
export type DatasetNames = { admit: (name: string) => Promise<void> | undefined };

const code = 'too_many_datasets' as const;
/** Whoever is refused again and again costs the database one question in so many milliseconds. */
const askAgainMs = 10_000;

// While the database is away pushes go on into the log: they are not lost for a limit.
function refuseOnly(error: unknown): void {
  if (error instanceof Problem) throw error;
}

/** Counted in the database for the whole application: neither more keys nor a restart gives more. */
export function createNames({ db, limits }: Services, applicationId: string): DatasetNames {
  const admitted = new Set<string>();
  const pending = new Map<string, Promise<void>>();
  /** When there is room for new ones again, and when the database is asked next. */
  let full = { until: 0, askAt: 0 };

  async function check(name: string): Promise<void> {
    const isThis = and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt));
    const [found] = await db.select({ id: datasets.id }).from(datasets).where(isThis).limit(1);
    if (!found) await count();
    admitted.add(name);
  }

  async function count(): Promise<void> {
    const now = Date.now();
    if (now < full.askAt)
      throw new Problem(code, { limit: String(maxNewDatasets), retryAfter: Math.ceil((full.until - now) / 1000) });
    await consumePoint(limits.dataset, applicationId, { code, limit: maxNewDatasets }).catch((error: unknown) => {
      const { retryAfter = 0 } = error instanceof Problem ? error.params : {};
      full = { until: now + retryAfter * 1000, askAt: now + Math.min(retryAfter * 1000, askAgainMs) };
      throw error;
    });
  }

  return {
    // What is known is not waited for: every promise here costs every push.
    admit: (name) => {
      if (admitted.has(name)) return undefined;
      const checking =
        pending.get(name) ??
        check(name)
          .catch(refuseOnly)
          .finally(() => pending.delete(name));
      pending.set(name, checking);
      return checking;
    },
  };
}
