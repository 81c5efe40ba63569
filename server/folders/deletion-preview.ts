import { and, eq, isNull } from 'drizzle-orm';

import type { DeletionPreview } from '#contract/folders/routes.ts';
import { Problem } from '#contract/errors.ts';
import { textOf } from '#display/words/subject.ts';
import { type FolderNode, type FolderTree, loadAllFolders } from '#server/access/folder-tree.ts';
import { applications, dashboards } from '#server/database/schema.ts';
import { loadItems, type PlannedMove } from './move.ts';
import { effectsOf } from './move-preview.ts';
import type { FolderContext } from './store.ts';

const maxNames = 10;

type NamedItem = { id: string; name: string };

/** The items that move one level up when a folder is deleted, and who gains or loses access. */
export async function previewDeletion(ctx: FolderContext, { id }: { id: string }): Promise<DeletionPreview> {
  const tree = await loadAllFolders(ctx.db);
  const folder = tree.get(id);
  if (!folder) throw new Problem('not_found');
  const inner = [...tree.values()].filter(({ parentId }) => parentId === id);
  const items = await listItems(ctx, folder);
  const names = [...inner, ...items].map(({ name }) => name);
  const planned = await planDeletion(ctx, { tree, folder, inner, items });
  return { ...(await effectsOf(ctx.db, planned)), count: names.length, names: names.slice(0, maxNames) };
}

/** Dashboards or applications directly inside a folder. */
async function listItems({ db, language }: FolderContext, { id, kind }: FolderNode): Promise<NamedItem[]> {
  if (kind === 'application') {
    const isInside = and(eq(applications.folderId, id), isNull(applications.trashedAt));
    return db
      .select({ id: applications.id, name: applications.name })
      .from(applications)
      .where(isInside)
      .orderBy(applications.name);
  }
  const isInside = and(eq(dashboards.folderId, id), isNull(dashboards.trashedAt));
  const rows = await db.select({ id: dashboards.id, title: dashboards.title }).from(dashboards).where(isInside);
  return rows.map(({ id: item, title }) => ({ id: item, name: textOf(title, language) }));
}

type FolderContent = { tree: FolderTree; folder: FolderNode; inner: FolderNode[]; items: NamedItem[] };

async function planDeletion(ctx: FolderContext, { tree, folder, inner, items }: FolderContent): Promise<PlannedMove> {
  const { id, kind, parentId } = folder;
  const after: FolderTree = new Map(tree);
  after.delete(id);
  for (const each of inner) after.set(each.id, { ...each, parentId });
  const placed = await loadItems(
    ctx.db,
    kind,
    items.map((item) => item.id),
  );
  const folders = inner.map((each) => ({ kind: 'folder' as const, id: each.id, own: each.own, folder: id }));
  return { items: [...placed, ...folders], target: parentId, before: tree, after };
}
