import { eq } from 'drizzle-orm';

import type { Role } from '#contract/accounts/routes.ts';
import { type QueryTimeouts, queryTimeoutsSchema } from '#contract/queries/routes.ts';
import type { MaybePromise } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { settings } from '#server/database/schema.ts';
import { openChangeCache } from '#server/live/change-cache.ts';
import { type ChangeFeed, publishChange } from '#server/live/changes.ts';

const defaultLimits: QueryTimeouts = { card: 30, editor: 120 };
const name = 'queryLimits';

type LimitScope = { role: Role; place: keyof QueryTimeouts };

/** The time limit of a query in seconds: viewers always have the limit of cards. */
export const secondsFor = (limits: QueryTimeouts, { role, place }: LimitScope): number =>
  limits[role === 'viewer' ? 'card' : place];

/** The time limits of queries: cached, and up to date on every server. */
export type QueryLimits = { load: () => MaybePromise<QueryTimeouts>; close: () => void };

export function openQueryLimits(db: Database, changes: ChangeFeed): QueryLimits {
  const limits = openChangeCache({
    load: (setting) => loadLimits(db, setting),
    isConnected: changes.isConnected,
    maxEntries: 1,
  });
  const close = changes.subscribe(({ kind }) => kind === 'limits' && limits.dropAll(), limits.dropAll);
  return { load: () => limits.load(name), close };
}

async function loadLimits(db: Database, setting: string): Promise<QueryTimeouts> {
  const [row] = await db.select().from(settings).where(eq(settings.name, setting));
  return queryTimeoutsSchema.catch(defaultLimits).parse(row?.value);
}

export async function saveLimits(db: Database, value: QueryTimeouts): Promise<QueryTimeouts> {
  await db.transaction(async (tx) => {
    await tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
    await publishChange(tx, { kind: 'limits' });
  });
  return value;
}
