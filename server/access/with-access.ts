import { eq, inArray } from 'drizzle-orm';

import type { AccessFields, SharedKind } from '#contract/access/routes.ts';
import type { Database } from '#server/database/open.ts';
import { applications, dashboards, grants } from '#server/database/schema.ts';
import { accessibleOf, audienceOf } from './audience.ts';
import type { Requester } from './rights.ts';

/** A resource without its access fields, which depend on the reader. */
export type WithoutAccess<T> = Omit<T, keyof AccessFields>;

/** Adds access fields to a list of resources, with one query. */
export async function withAccess<T extends { id: string }>(
  { db, identity }: Requester & { db: Database },
  kind: SharedKind,
  list: T[],
): Promise<(T & AccessFields)[]> {
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
  const rowsByResource = new Map<string, typeof rows>();
  for (const row of rows) rowsByResource.set(row.id, [...(rowsByResource.get(row.id) ?? []), row]);
  return list.map((resource) => {
    const own = rowsByResource.get(resource.id) ?? [];
    return { ...resource, ...accessibleOf(audienceOf(own[0]?.maker ?? null, own), identity.member) };
  });
}

/** Adds access fields to one resource. */
export async function oneWithAccess<T extends { id: string }>(
  ctx: Requester & { db: Database },
  kind: SharedKind,
  resource: T,
): Promise<T & AccessFields> {
  return (await withAccess(ctx, kind, [resource]))[0]!;
}
