import { and, eq } from 'drizzle-orm';

import type { Dashboard } from '#contract/dashboard.ts';
import type { Draft } from '#contract/dashboards.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { dashboards, drafts } from '#server/database/schema.ts';
import { readable } from './format.ts';

type Caller = MemberContext<{ db: Database }>;

const isOwn = (id: string, memberId: string) => and(eq(drafts.dashboardId, id), eq(drafts.memberId, memberId));

export async function findDraft(db: Queryable, id: string, memberId: string): Promise<Draft | undefined> {
  const [draft] = await db.select().from(drafts).where(isOwn(id, memberId));
  if (!draft) return undefined;
  const { base, document, savedAt } = draft;
  return { base, dashboard: readable(document), savedAt: savedAt.toISOString() };
}

type NewDraft = { id: string; base: number; dashboard: Dashboard };

/** Keeps the latest of one's own changes; a draft may be based on a version that is not the last any more. */
export function saveDraft({ db, identity }: Caller, { id, base, dashboard }: NewDraft): Promise<{ savedAt: string }> {
  const savedAt = new Date();
  const kept = { base, document: dashboard, savedAt };
  return db.transaction(async (tx) => {
    // Locked, so that it is not deleted for good before its draft is there.
    const [found] = await tx.select().from(dashboards).where(eq(dashboards.id, id)).for('key share');
    if (!found || found.trashedAt) throw new Problem('not_found');
    await tx
      .insert(drafts)
      .values({ dashboardId: id, memberId: identity.member.id, ...kept })
      .onConflictDoUpdate({ target: [drafts.dashboardId, drafts.memberId], set: kept });
    return { savedAt: savedAt.toISOString() };
  });
}

export async function deleteDraft({ db, identity }: Caller, { id }: { id: string }): Promise<void> {
  const gone = await db.delete(drafts).where(isOwn(id, identity.member.id)).returning({ base: drafts.base });
  if (gone.length === 0) throw new Problem('not_found');
}
