import type { Dashboard } from '#contract/dashboard.ts';
import type { Asker } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import { findDraft } from './drafts.ts';
import type { Services } from './looking.ts';
import type { Publishers } from './publishers.ts';

/** Someone who looks at a dashboard. */
export type Viewing = MemberContext<Services> & Pick<Asker, 'delegation'>;

/** A dashboard as someone looks at it, and by whom it was published; `version` is null for one's own draft. */
export type Looked = { dashboard: Dashboard; version: number | null; publishers: Publishers; by: string | null };

/** What is published, or one's own draft if that is meant and there is one. */
export async function loadLooked(
  { db, identity, looking }: Viewing,
  { id, draft }: { id: string; draft: boolean },
): Promise<Looked> {
  const published = await looking.published(id);
  const own = draft ? await findDraft(db, id, identity.member.id) : undefined;
  return own ? { dashboard: own.dashboard, version: null, publishers: {}, by: identity.member.id } : published;
}
