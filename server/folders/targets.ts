import { eq } from 'drizzle-orm';

import type { FolderKind } from '#contract/folders/routes.ts';
import { Problem } from '#contract/errors.ts';
import { lockFolders } from '#server/access/folder-tree.ts';
import { findRight, requireRight, type Requester } from '#server/access/rights.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { folders } from '#server/database/schema.ts';

/** Requires edit access to a target folder, and that it is of the kind; null is the top level. */
export async function requireTarget(
  ctx: Requester & { db: Database },
  folder: string | null,
  kind: FolderKind,
): Promise<void> {
  if (folder === null) return;
  await requireRight(ctx, 'edit', { kind: 'folder', id: folder });
  const [row] = await ctx.db.select({ kind: folders.kind }).from(folders).where(eq(folders.id, folder));
  if (row && row.kind !== kind) throw new Problem('folder_of_other_kind');
}

/** Keeps a folder from being deleted until the transaction ends. */
export async function lockTarget(tx: Queryable, folder: string | null): Promise<void> {
  if (folder === null) return;
  await lockFolders(tx);
  const rows = await tx.select({ id: folders.id }).from(folders).where(eq(folders.id, folder));
  if (rows.length === 0) throw new Problem('not_found');
}

/** The folder if the requester may edit it, else the top level. */
export async function editableFolder(requester: Requester, folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  return (await findRight(requester, { kind: 'folder', id: folder })) === 'edit' ? folder : null;
}
