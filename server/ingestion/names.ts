import { and, eq, isNull } from 'drizzle-orm';

import { consumePoint, maxNewDatasets } from '#server/accounts/limits.ts';
import { datasets } from '#server/database/schema.ts';
import type { Services } from './services.ts';

/** The names that pushes of one application may use: those of its datasets, and a limited number of new ones an hour. */
export type DatasetNames = { admit: (name: string) => Promise<void> | undefined };

/** Counted in the database for the whole application: neither more keys nor a restart gives more. */
export function createNames({ db, limits }: Services, applicationId: string): DatasetNames {
  const admitted = new Set<string>();
  const pending = new Map<string, Promise<void>>();

  async function check(name: string): Promise<void> {
    const isThis = and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt));
    const [found] = await db.select({ id: datasets.id }).from(datasets).where(isThis).limit(1);
    if (!found) await consumePoint(limits.dataset, applicationId, { code: 'too_many_datasets', limit: maxNewDatasets });
    admitted.add(name);
  }

  return {
    // What is known is not waited for: every promise here costs every push.
    admit: (name) => {
      if (admitted.has(name)) return undefined;
      const checking = pending.get(name) ?? check(name).finally(() => pending.delete(name));
      pending.set(name, checking);
      return checking;
    },
  };
}
