import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { Requester } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import { findDraft } from './drafts.ts';
import type { DashboardServices } from './dashboard-loads.ts';
import type { Publishers } from './publishers.ts';

/** The context of a dashboard viewer. */
export type DashboardContext = MemberContext<DashboardServices> & Pick<Requester, 'delegation'>;

/** A dashboard for viewing, with its publishers; `version` is null for the caller's own draft. */
export type ViewedDashboard = {
  dashboard: Dashboard;
  version: number | null;
  publishers: Publishers;
  by: string | null;
};

/** The published dashboard, or the caller's own draft if requested and present. */
export async function loadViewedDashboard(
  { db, identity, dashboardLoads }: DashboardContext,
  { id, draft }: { id: string; draft: boolean },
): Promise<ViewedDashboard> {
  const published = await dashboardLoads.published(id);
  const own = draft ? await findDraft(db, id, identity.member.id) : undefined;
  return own ? { dashboard: own.dashboard, version: null, publishers: {}, by: identity.member.id } : published;
}
