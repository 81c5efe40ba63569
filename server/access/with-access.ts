import { eq, inArray } from 'drizzle-orm';

import type { AccessFields, SharedKind } from '#contract/access/routes.ts';
import type { FolderKind } from '#contract/folders/routes.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { grants } from '#server/database/schema.ts';
import { accessibleOf, addGrant, type Audience, audienceOf, rightIn } from './audience.ts';
import { audienceInFolder, folderAudienceOf, loadFolderChains } from './folder-tree.ts';
import type { Requester } from './rights.ts';
import { sharedTables } from './shared-tables.ts';

/** A resource without its access fields, which depend on the reader. */
export type WithoutAccess<T> = Omit<T, keyof AccessFields>;

/** A resource with its own access list, and the folder it is in. */
export type PlacedAudience = { own: Audience; folder: string | null };

/** Loads the own access lists of resources, with the folders they are in. */
export async function loadPlacedAudiences(
  db: Queryable,
  kind: SharedKind,
  ids: string[],
): Promise<Map<string, PlacedAudience>> {
  const placed = new Map<string, PlacedAudience>();
  if (ids.length === 0) return placed;
  const { table, folderId, grantColumn } = sharedTables[kind];
  const rows = await db
    .select({
      id: table.id,
      creator: table.memberId,
      folder: folderId,
      memberId: grants.memberId,
      right: grants.right,
    })
    .from(table)
    .leftJoin(grants, eq(grantColumn, table.id))
    .where(inArray(table.id, ids));
  for (const { id, creator, folder, ...grant } of rows) {
    const each = placed.get(id) ?? { own: audienceOf(creator, []), folder };
    addGrant(each.own, grant);
    placed.set(id, each);
  }
  return placed;
}

/** Adds access fields to a list of resources, with one query, and another one if some are in folders. */
export async function withAccess<T extends { id: string }>(
  { db, identity }: Requester & { db: Database },
  kind: FolderKind,
  list: T[],
): Promise<(T & AccessFields)[]> {
  const { member } = identity;
  const ids = list.map(({ id }) => id);
  const placed = await loadPlacedAudiences(db, kind, ids);
  const tree = await loadFolderChains(
    db,
    [...placed.values()].map(({ folder }) => folder),
  );
  const visibleFolder = (folder: string | null) => {
    const audience = folder === null ? undefined : folderAudienceOf(tree, folder);
    return audience && rightIn(audience, member) ? folder : null;
  };
  return list.map((resource) => {
    const { own, folder } = placed.get(resource.id) ?? { own: audienceOf(null, []), folder: null };
    const audience = audienceInFolder(own, tree, folder);
    return { ...resource, ...accessibleOf(audience, member), folder: visibleFolder(folder) };
  });
}

/** Adds access fields to one resource. */
export async function oneWithAccess<T extends { id: string }>(
  ctx: Requester & { db: Database },
  kind: FolderKind,
  resource: T,
): Promise<T & AccessFields> {
  return (await withAccess(ctx, kind, [resource]))[0]!;
}
