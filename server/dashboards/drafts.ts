import { and, eq } from 'drizzle-orm';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { DashboardDraft } from '#contract/dashboards/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { dashboards, drafts } from '#server/database/schema.ts';
import { requireReadable } from './document-format.ts';

type DraftContext = MemberContext<{ db: Database }>;

const isOwn = (id: string, memberId: string) => and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId));

export async function findDraft(db: Queryable, id: string, memberId: string): Promise<DashboardDraft | undefined> {
  const [draft] = await db.select().from(drafts).where(isOwn(id, memberId));
  if (!draft) return undefined;
  const { base, document, savedAt } = draft;
  return { base, dashboard: requireReadable(document), savedAt: savedAt.toISOString() };
}

type NewDraft = { id: string; base: number; dashboard: Dashboard };

/** Saves the caller's own draft; it may be based on a version that is no longer the latest. */
export function saveDraft(
  { db, identity }: DraftContext,
  { id, base, dashboard }: NewDraft,
): Promise<{ savedAt: string }> {
  const savedAt = new Date();
  const fields = { base, document: dashboard, savedAt };
  return db.transaction(async (tx) => {
    // Locked, so that the dashboard is not deleted before its draft is inserted.
    const [dashboardRow] = await tx.select().from(dashboards).where(eq(dashboards.id, id)).for('key share');
    if (!dashboardRow || dashboardRow.trashedAt) throw new Problem('not_found');
    await tx
      .insert(drafts)
      .values({ dashboardId: id, memberId: identity.member.id, ...fields })
      .onConflictDoUpdate({ target: [drafts.dashboardId, drafts.memberId], set: fields });
    return { savedAt: savedAt.toISOString() };
  });
}

type MovedDraft = { id: string; memberId: string; base: number; document: Dashboard };

/** Puts a changed draft on a newer version, in the transaction that publishes it. */
export async function moveDraft(tx: Queryable, { id, memberId, base, document }: MovedDraft): Promise<void> {
  await tx.update(drafts).set({ base, document }).where(isOwn(id, memberId));
}

export async function deleteDraft({ db, identity }: DraftContext, { id }: { id: string }): Promise<void> {
  const deleted = await db.delete(drafts).where(isOwn(id, identity.member.id)).returning({ base: drafts.base });
  if (deleted.length === 0) throw new Problem('not_found');
}
