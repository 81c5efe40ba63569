import { and, eq, inArray, isNull } from 'drizzle-orm';

import { type FolderKind, folderKinds, type FolderMove } from '#contract/folders/routes.ts';
import { Problem } from '#contract/errors.ts';
import { textOf } from '#display/words/subject.ts';
import type { Language } from '#domain/language.ts';
import type { SharedResource } from '#server/access/audience.ts';
import { audienceInFolder, type FolderTree, loadAllFolders, lockFolders } from '#server/access/folder-tree.ts';
import { publishAccess } from '#server/access/grants.ts';
import { requireRight } from '#server/access/rights.ts';
import { sharedTables } from '#server/access/shared-tables.ts';
import { loadPlacedAudiences, type PlacedAudience } from '#server/access/with-access.ts';
import type { Queryable } from '#server/database/open.ts';
import { folders, applications, dashboards } from '#server/database/schema.ts';
import { requireFreeName, requireMovable } from './folder-rules.ts';
import type { FolderContext } from './store.ts';

type MovedItem = SharedResource & PlacedAudience;

/** A validated move: the items that change their folder, and all folders before and after it. */
export type PlannedMove = { items: MovedItem[]; target: string | null; before: FolderTree; after: FolderTree };

const idsOf = (move: FolderMove, kind: FolderKind) => (kind === 'dashboard' ? move.dashboards : move.applications);

/** Moving needs edit access to the moved items and to the target folder. */
export async function requireMoveRights(ctx: FolderContext, move: FolderMove): Promise<void> {
  if (move.folder !== null) await requireRight(ctx, 'edit', { kind: 'folder', id: move.folder });
  for (const id of move.folders) await requireRight(ctx, 'edit', { kind: 'folder', id });
  for (const kind of folderKinds) for (const id of idsOf(move, kind)) await requireRight(ctx, 'edit', { kind, id });
}

/** Validates a move. Items that are already in the target folder are left out. */
export async function planMove(ctx: FolderContext, db: Queryable, move: FolderMove): Promise<PlannedMove> {
  const before = await loadAllFolders(db);
  const target = move.folder === null ? undefined : before.get(move.folder);
  if (move.folder !== null && !target) throw new Problem('not_found');
  const kinds = [
    ...folderKinds.filter((kind) => idsOf(move, kind).length > 0),
    ...move.folders.map((id) => before.get(id)?.kind),
  ];
  if (target && kinds.some((kind) => kind && kind !== target.kind)) throw new Problem('folder_of_other_kind');
  const after = moveFolders(ctx, before, move);
  const items: MovedItem[] = [];
  for (const kind of folderKinds) items.push(...(await loadItems(db, kind, idsOf(move, kind))));
  for (const id of new Set(move.folders)) {
    const { own, parentId } = before.get(id)!;
    items.push({ kind: 'folder', id, own, folder: parentId });
  }
  return { items: items.filter(({ folder }) => folder !== move.folder), target: move.folder, before, after };
}

/** The folders after a move. */
function moveFolders({ identity }: FolderContext, before: FolderTree, move: FolderMove): FolderTree {
  const after: FolderTree = new Map(before);
  for (const id of move.folders) {
    const folder = after.get(id);
    if (!folder) throw new Problem('not_found');
    if (folder.parentId === move.folder) continue;
    requireMovable(after, id, move.folder);
    const moved = { ...folder, parentId: move.folder };
    requireFreeName(after, moved, identity.member);
    after.set(id, moved);
  }
  return after;
}

export async function loadItems(db: Queryable, kind: FolderKind, ids: string[]): Promise<MovedItem[]> {
  if (ids.length === 0) return [];
  const { table } = sharedTables[kind];
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, ids), isNull(table.trashedAt)));
  if (rows.length < new Set(ids).size) throw new Problem('not_found');
  const placed = await loadPlacedAudiences(db, kind, ids);
  return [...placed].map(([id, each]) => ({ kind, id, ...each }));
}

/** Moves dashboards, applications and folders, all of them or none. */
export async function moveToFolder(ctx: FolderContext, move: FolderMove): Promise<void> {
  await requireMoveRights(ctx, move);
  const items = await ctx.db.transaction(async (tx) => {
    await lockFolders(tx);
    const planned = await planMove(ctx, tx, move);
    if (ctx.entry) ctx.entry.thing = await loadMoveTitle(tx, move, ctx.language);
    await saveFolders(tx, planned);
    return planned.items;
  });
  for (const item of items) ctx.access.invalidate(item);
}

async function saveFolders(tx: Queryable, { items, target, before, after }: PlannedMove): Promise<void> {
  for (const { kind, id, own, folder } of items) {
    await setFolder(tx, { kind, id }, target);
    await publishAccess(
      tx,
      { kind, id },
      { before: audienceInFolder(own, before, folder), after: audienceInFolder(own, after, target) },
    );
  }
}

async function setFolder(tx: Queryable, { kind, id }: SharedResource, target: string | null): Promise<void> {
  if (kind === 'folder') return void (await tx.update(folders).set({ parentId: target }).where(eq(folders.id, id)));
  const { table } = sharedTables[kind];
  await tx.update(table).set({ folderId: target }).where(eq(table.id, id));
}

const maxNames = 5;

/** Names of the moved items and of their target, for the audit log. */
async function loadMoveTitle(db: Queryable, move: FolderMove, language: Language): Promise<string> {
  const { id, title } = dashboards;
  const titles = await db.select({ title }).from(dashboards).where(inArray(id, move.dashboards));
  const names = [
    ...titles.map((row) => textOf(row.title, language)),
    ...(await loadNames(db, applications, move.applications)),
    ...(await loadNames(db, folders, move.folders)),
  ];
  const [target = '/'] = await loadNames(db, folders, move.folder === null ? [] : [move.folder]);
  const more = names.length > maxNames ? ` +${names.length - maxNames}` : '';
  return `${names.slice(0, maxNames).join(', ')}${more} → ${target}`;
}

async function loadNames(db: Queryable, table: typeof applications | typeof folders, ids: string[]): Promise<string[]> {
  const rows = await db.select({ name: table.name }).from(table).where(inArray(table.id, ids));
  return rows.map(({ name }) => name);
}
