import type { Dashboard } from '#contract/dashboard.ts';
import type { Asking } from '#server/queries/services.ts';
import { findDraft } from './drafts.ts';
import { loadPublished } from './store.ts';

/** A dashboard as someone looks at it; `version` is null for one's own draft. */
export type Looked = { dashboard: Dashboard; version: number | null };

/** What is published, or one's own draft if that is meant and there is one. */
export async function loadLooked(
  { db, identity }: Asking,
  { id, draft }: { id: string; draft: boolean },
): Promise<Looked> {
  const published = await loadPublished(db, id);
  const own = draft ? await findDraft(db, id, identity.member.id) : undefined;
  return own ? { dashboard: own.dashboard, version: null } : published;
}
