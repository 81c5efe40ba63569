import { eq, inArray, type SQL, sql } from 'drizzle-orm';

import type { FolderKind } from '#contract/folders/routes.ts';
import { advisoryLocks } from '#server/database/advisory-locks.ts';
import type { Queryable } from '#server/database/open.ts';
import { folders, grants } from '#server/database/schema.ts';
import { addGrant, type Audience, audienceOf, inheritAudience } from './audience.ts';

/** A folder with its own access list, without what it inherits. */
export type FolderNode = {
  id: string;
  kind: FolderKind;
  name: string;
  parentId: string | null;
  createdAt: Date;
  own: Audience;
};

/** Folders by id. */
export type FolderTree = Map<string, FolderNode>;

/**
 * Locks changes of folders until the transaction ends, so that two concurrent moves cannot create a cycle and no folder
 * is deleted while something is moved into it.
 */
export async function lockFolders(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.folders})`);
}

/** Loads all folders of a kind. */
export const loadFolderTree = (db: Queryable, kind: FolderKind): Promise<FolderTree> =>
  loadFolders(db, eq(folders.kind, kind));

/** Loads all folders. */
export const loadAllFolders = (db: Queryable): Promise<FolderTree> => loadFolders(db, sql`true`);

/** Loads folders with all folders above them. */
export async function loadFolderChains(db: Queryable, ids: (string | null)[]): Promise<FolderTree> {
  const starts = [...new Set(ids.filter((id) => id !== null))];
  if (starts.length === 0) return new Map();
  return loadFolders(
    db,
    sql`${folders.id} in (with recursive chain as (
      select id, parent_id from folders where ${inArray(sql`id`, starts)}
      union select above.id, above.parent_id from folders above join chain on above.id = chain.parent_id)
      select id from chain)`,
  );
}

async function loadFolders(db: Queryable, condition: SQL): Promise<FolderTree> {
  const rows = await db
    .select({ folder: folders, memberId: grants.memberId, right: grants.right })
    .from(folders)
    .leftJoin(grants, eq(grants.folderId, folders.id))
    .where(condition)
    .orderBy(folders.name, folders.id);
  const tree: FolderTree = new Map();
  for (const { folder, ...grant } of rows) {
    const node = tree.get(folder.id) ?? { ...folder, own: audienceOf(folder.memberId, []) };
    addGrant(node.own, grant);
    tree.set(folder.id, node);
  }
  return tree;
}

/** A folder and those above it, from the inside out. It would stop at a cycle, which cannot be created. */
export function chainOf(tree: FolderTree, id: string | null): FolderNode[] {
  const chain = new Set<FolderNode>();
  for (let at = id; at !== null;) {
    const folder = tree.get(at);
    if (!folder || chain.has(folder)) break;
    chain.add(folder);
    at = folder.parentId;
  }
  return [...chain];
}

/** The audience of a resource with what it inherits from the folders above. */
export const audienceInFolder = (own: Audience, tree: FolderTree, folder: string | null): Audience =>
  chainOf(tree, folder).reduce((audience, { own: above }) => inheritAudience(audience, above), own);

/** The audience of a folder with what it inherits. */
export function folderAudienceOf(tree: FolderTree, id: string): Audience | undefined {
  const folder = tree.get(id);
  return folder && audienceInFolder(folder.own, tree, folder.parentId);
}

/** What the folders above add to the access list of a resource. */
export const inheritedAudienceOf = (tree: FolderTree, folder: string | null): Audience =>
  audienceInFolder({ creator: null, everyone: undefined, named: new Map() }, tree, folder);
