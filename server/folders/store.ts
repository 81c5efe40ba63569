import { and, eq, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { AccessControl } from '#server/access/access.ts';
import { accessibleOf, type Person, rightIn } from '#server/access/audience.ts';
import {
  folderAudienceOf,
  type FolderNode,
  type FolderTree,
  inheritedAudienceOf,
  loadFolderTree,
  lockFolders,
} from '#server/access/folder-tree.ts';
import { openToAll, publishAccess } from '#server/access/grants.ts';
import { sharedTables } from '#server/access/shared-tables.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { folders } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { freeNameOf, requireDepth, requireFreeName } from './folder-rules.ts';
import { requireTarget } from './targets.ts';

export type FolderContext = MemberContext<{ db: Database; access: AccessControl }>;

const isVisible = (tree: FolderTree, id: string, person: Person) =>
  tree.has(id) && rightIn(folderAudienceOf(tree, id)!, person) !== undefined;

/** A folder as shown to a person who may see it. */
function serializeFolder(
  tree: FolderTree,
  { id, kind, name, parentId, createdAt }: FolderNode,
  person: Person,
): Folder {
  return {
    id,
    kind,
    name,
    parent: parentId !== null && isVisible(tree, parentId, person) ? parentId : null,
    ...accessibleOf(folderAudienceOf(tree, id)!, person),
    createdAt: createdAt.toISOString(),
  };
}

export async function listFolders({ db, identity }: FolderContext, { kind }: { kind: FolderKind }): Promise<Folder[]> {
  const { member } = identity;
  const tree = await loadFolderTree(db, kind);
  return [...tree.values()]
    .filter(({ id }) => isVisible(tree, id, member))
    .map((folder) => serializeFolder(tree, folder, member));
}

type NewFolder = { kind: FolderKind; name: string; parent: string | null };

/** Creates a folder: at the top level open to all members, else with the access of the folder it is in. */
export async function createFolder(ctx: FolderContext, { kind, name, parent }: NewFolder): Promise<Folder> {
  await requireTarget(ctx, parent, kind);
  const { member } = ctx.identity;
  const id = randomUUID();
  return ctx.db.transaction(async (tx) => {
    await lockFolders(tx);
    const before = await loadFolderTree(tx, kind);
    if (parent !== null && !before.has(parent)) throw new Problem('not_found');
    requireDepth(before, parent);
    requireFreeName(before, { id: undefined, kind, parentId: parent, name }, member);
    await tx.insert(folders).values({ id, kind, name, parentId: parent, memberId: member.id });
    if (parent === null) await openToAll(tx, { kind: 'folder', id });
    await publishChange(tx, { kind: 'folder', id });
    const tree = await loadFolderTree(tx, kind);
    return serializeFolder(tree, tree.get(id)!, member);
  });
}

/** Locks all folders until the transaction ends; returns the folder and all folders of its kind. */
async function lockFolder(tx: Queryable, id: string): Promise<{ folder: FolderNode; tree: FolderTree }> {
  await lockFolders(tx);
  const [row] = await tx.select({ kind: folders.kind }).from(folders).where(eq(folders.id, id));
  if (!row) throw new Problem('not_found');
  const tree = await loadFolderTree(tx, row.kind);
  return { folder: tree.get(id)!, tree };
}

export function renameFolder(
  { db, identity }: FolderContext,
  { id, name }: { id: string; name: string },
): Promise<Folder> {
  return db.transaction(async (tx) => {
    const { folder, tree } = await lockFolder(tx, id);
    requireFreeName(tree, { ...folder, name }, identity.member);
    await tx.update(folders).set({ name }).where(eq(folders.id, id));
    await publishChange(tx, { kind: 'folder', id });
    return serializeFolder(tree, { ...folder, name }, identity.member);
  });
}

type FolderDeletion = { id: string; content: 'refuse' | 'move_up' };

/** Deletes a folder. Its content moves one level up, if that is requested; trashed content, to the top level. */
export async function deleteFolder(ctx: FolderContext, { id, content }: FolderDeletion): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { folder, tree } = await lockFolder(tx, id);
    const inner = [...tree.values()].filter(({ parentId }) => parentId === id);
    const { table } = sharedTables[folder.kind];
    const isInside = and(eq(table.folderId, id), isNull(table.trashedAt));
    const items = await tx.select({ id: table.id }).from(table).where(isInside).limit(1);
    if (content === 'refuse' && inner.length + items.length > 0) throw new Problem('folder_not_empty');
    await tx.update(table).set({ folderId: folder.parentId }).where(isInside);
    const before = inheritedAudienceOf(tree, id);
    tree.delete(id);
    for (const each of inner) await moveUp(tx, { folder: each, parentId: folder.parentId, tree }, ctx.identity.member);
    await tx.delete(folders).where(eq(folders.id, id));
    await publishAccess(tx, { kind: 'folder', id }, { before, after: inheritedAudienceOf(tree, folder.parentId) });
    await publishChange(tx, { kind: 'folder', id });
  });
  ctx.access.invalidate({ kind: 'folder', id });
}

type FolderMoveUp = { folder: FolderNode; parentId: string | null; tree: FolderTree };

/** Moves a folder out of one that is deleted, with another name if its own is taken there. */
async function moveUp(tx: Queryable, { folder, parentId, tree }: FolderMoveUp, person: Person): Promise<void> {
  const name = freeNameOf(tree, { ...folder, parentId }, person);
  await tx.update(folders).set({ parentId, name }).where(eq(folders.id, folder.id));
  tree.set(folder.id, { ...folder, parentId, name });
  await publishChange(tx, { kind: 'folder', id: folder.id });
}
