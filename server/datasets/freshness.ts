import { inArray, type SQL, sql } from 'drizzle-orm';

import type { DatasetSummary } from '#contract/datasets/routes.ts';
import type { Queryable } from '#server/database/open.ts';
import { freshness } from '#server/database/schema.ts';

type DatasetFreshness = Pick<DatasetSummary, 'newest' | 'expectation' | 'lateSince'>;

const withoutFreshness: DatasetFreshness = { newest: null, expectation: null, lateSince: null };

/** The newest rows, expectations and lateness of datasets. */
export async function loadFreshness(db: Queryable, ids: string[]): Promise<(id: string) => DatasetFreshness> {
  if (ids.length === 0) return () => withoutFreshness;
  const rows = await db.select().from(freshness).where(inArray(freshness.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const { newest, expectation, lateSince } = byId.get(id) ?? { ...withoutFreshness, lateSince: null };
    return { newest, expectation, lateSince: lateSince?.toISOString() ?? null };
  };
}

/** Minimum interval between checks that pushed rows cause. */
const pushInterval = sql`interval '30 seconds'`;

/** A moment by the clock of the database, in the precision of a Date. */
export const inMilliseconds = (moment: SQL): SQL<Date> => sql`date_trunc('milliseconds', ${moment})`;

/**
 * Schedules a search for the newest row after rows were pushed. The last result stays until then: new rows do not make
 * it wrong, only outdated.
 */
export async function markPushed(tx: Queryable, id: string): Promise<void> {
  const later = sql`greatest(now(), ${freshness.checkedAt} + ${pushInterval})`;
  await tx
    .insert(freshness)
    .values({ id, nextCheckAt: inMilliseconds(sql`now()`) })
    .onConflictDoUpdate({
      target: freshness.id,
      set: {
        // A running check has read earlier rows; it detects that this time has changed.
        nextCheckAt: inMilliseconds(sql`case when ${freshness.claimedUntil} > now() then now() + ${pushInterval}
          else least(${freshness.nextCheckAt}, ${later}) end`),
      },
    });
}

/** Schedules a search for the newest row after rows or a column's type changed; a running check loses its lease. */
export async function markChanged(tx: Queryable, id: string): Promise<void> {
  const changes = { newest: null, nextCheckAt: inMilliseconds(sql`now()`), claimedUntil: null };
  await tx
    .insert(freshness)
    .values({ id, ...changes })
    .onConflictDoUpdate({ target: freshness.id, set: changes });
}

/** Schedules the search for datasets that were stored by a version without this table. */
export async function markUnchecked(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into freshness (id, next_check_at)
    select d.id, ${inMilliseconds(sql`now()`)} from datasets d where d.connection is null and d.rows > 0
    on conflict do nothing`);
}
