import { eq, inArray } from 'drizzle-orm';

import type { Accessible, SharedKind } from '#contract/access.ts';
import type { Database } from '#server/database/open.ts';
import { applications, dashboards, grants } from '#server/database/schema.ts';
import { accessibleOf, audienceOf } from './audience.ts';
import type { Asker } from './rights.ts';

/** A thing without what it tells of access, which depends on the reader. */
export type Plain<T> = Omit<T, keyof Accessible>;

/** Things with what each tells of access, loaded for all of them at once. */
export async function withAccess<T extends { id: string }>(
  { db, identity }: Asker & { db: Database },
  kind: SharedKind,
  list: T[],
): Promise<(T & Accessible)[]> {
  if (list.length === 0) return [];
  const table = kind === 'dashboard' ? dashboards : applications;
  const column = kind === 'dashboard' ? grants.dashboardId : grants.applicationId;
  const rows = await db
    .select({ id: table.id, maker: table.memberId, memberId: grants.memberId, right: grants.right })
    .from(table)
    .leftJoin(grants, eq(column, table.id))
    .where(
      inArray(
        table.id,
        list.map(({ id }) => id),
      ),
    );
  const byThing = new Map<string, typeof rows>();
  for (const row of rows) byThing.set(row.id, [...(byThing.get(row.id) ?? []), row]);
  return list.map((thing) => {
    const own = byThing.get(thing.id) ?? [];
    return { ...thing, ...accessibleOf(audienceOf(own[0]?.maker ?? null, own), identity.member) };
  });
}

/** The same for one thing. */
export async function oneWithAccess<T extends { id: string }>(
  ctx: Asker & { db: Database },
  kind: SharedKind,
  thing: T,
): Promise<T & Accessible> {
  return (await withAccess(ctx, kind, [thing]))[0]!;
}
