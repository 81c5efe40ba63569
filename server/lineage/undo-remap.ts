import { and, eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';

import { Problem } from '#contract/errors.ts';
import type { RemapEntry, UndoneItem } from '#contract/lineage/remaps.ts';
import { findRight } from '#server/access/rights.ts';
import { findDraft, moveDraft } from '#server/dashboards/drafts.ts';
import { publishVersion } from '#server/dashboards/store.ts';
import type { Queryable } from '#server/database/open.ts';
import { alerts, dashboards, dashboardVersions, remaps } from '#server/database/schema.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { mayUndo } from './list-remaps.ts';
import { findDatasetOf, publishEdits, saveEntry } from './save-change.ts';
import { problemMessageOf } from './try-change.ts';

/** Undoes a replacement in all objects that were not edited since, in one transaction. */
export async function undoRemap(ctx: QueryContext, { id }: { id: string }): Promise<UndoneItem[]> {
  const { member } = ctx.identity;
  const { dataset, items } = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(remaps).where(eq(remaps.id, id)).for('update');
    const isOwn = row && (member.role === 'owner' || row.memberId === member.id);
    if (!isOwn) throw new Problem('not_found');
    if (!mayUndo(ctx, row)) throw new Problem('remap_undone');
    const undone: UndoneItem[] = [];
    for (const entry of row.entries) undone.push(await undoEntry(ctx, tx, entry));
    await tx.update(remaps).set({ undoneAt: new Date() }).where(eq(remaps.id, id));
    return { dataset: row.datasetId, items: undone };
  });
  await publishEdits(ctx.db, dataset, items);
  return items;
}

async function undoEntry(ctx: QueryContext, tx: Queryable, entry: RemapEntry): Promise<UndoneItem> {
  const { kind, id, title } = entry;
  const memberId = ctx.identity.member.id;
  try {
    await requireEditable(ctx, tx, entry);
    if (entry.kind === 'dashboard') await restoreDashboard(tx, entry, memberId);
    else await saveEntry(tx, entry, { expected: 'after', memberId });
    return { kind, id, title, problem: null };
  } catch (error) {
    // The others are undone anyway; nothing was written for this one.
    if (error instanceof Problem) return { kind, id, title, problem: problemMessageOf(ctx, error) };
    throw error;
  }
}

/** The access check, also of objects that were deleted or handed over since. */
async function requireEditable(ctx: QueryContext, tx: Queryable, { kind, id }: RemapEntry): Promise<void> {
  if (kind === 'alert') {
    const { member } = ctx.identity;
    const [alert] = await tx.select({ memberId: alerts.memberId }).from(alerts).where(eq(alerts.id, id));
    if (!alert) throw new Problem('remap_deleted');
    if (member.role !== 'owner' && alert.memberId !== member.id) throw new Problem('remap_hidden');
    return;
  }
  const isOwnItem = kind === 'dashboard' || kind === 'chart';
  const owner = isOwnItem ? undefined : await findDatasetOf(tx, { kind, id });
  const right = await findRight(ctx, isOwnItem ? { kind, id } : { kind: 'dataset', id: owner ?? '' });
  if (!right) throw new Problem('remap_deleted');
  if (right === 'view') throw new Problem('view_only');
}

type DashboardEntry = Extract<RemapEntry, { kind: 'dashboard' }>;

/** Publishes the earlier document as the next version. The own draft follows unless it was edited. */
async function restoreDashboard(tx: Queryable, entry: DashboardEntry, memberId: string): Promise<void> {
  const { id, before, after } = entry;
  const [current] = await tx.select().from(dashboards).where(eq(dashboards.id, id)).for('update');
  if (!current || current.trashedAt) throw new Problem('remap_deleted');
  if (current.version !== after) throw new Problem('remap_edited');
  const isBefore = and(eq(dashboardVersions.dashboardId, id), eq(dashboardVersions.number, before));
  const [earlier] = await tx.select().from(dashboardVersions).where(isBefore);
  if (!earlier) throw new Problem('no_such_version');
  await publishVersion(tx, { id, base: after, document: earlier.document, memberId });
  const draft = entry.draft && (await findDraft(tx, id, memberId));
  if (entry.draft && draft?.base === after && isDeepStrictEqual(plainOf(draft.dashboard), plainOf(entry.draft.after)))
    await moveDraft(tx, { id, memberId, base: after + 1, document: entry.draft.before });
}

// Stored JSON has no undefined values.
const plainOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
