import { maySee } from '#server/access/conditions.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { applications, dashboards } from '#server/database/schema.ts';
import type { IndexedItem } from './index-items.ts';

type ItemAccess = Pick<IndexedItem, 'leads' | 'reads'>;

/**
 * Filter for the items that a member may see: cards follow their dashboard, and their dataset if that gives them their
 * name; datasets and columns follow their application.
 */
export async function visibilityFilter({
  db,
  identity,
}: MemberContext<{ db: Database }>): Promise<(item: ItemAccess) => boolean> {
  const { member } = identity;
  if (member.role === 'owner') return () => true;
  const dashboardRows = await db
    .select({ id: dashboards.id })
    .from(dashboards)
    .where(maySee(member, 'dashboard', dashboards.id));
  const applicationRows = await db
    .select({ id: applications.id })
    .from(applications)
    .where(maySee(member, 'application', applications.id));
  const [visibleDashboards, visibleApplications] = [
    new Set(dashboardRows.map(({ id }) => id)),
    new Set(applicationRows.map(({ id }) => id)),
  ];
  return ({ leads, reads }) => {
    if (leads.kind === 'member') return true;
    if (leads.kind === 'dashboard') return visibleDashboards.has(leads.id);
    if (leads.kind === 'card')
      return visibleDashboards.has(leads.dashboard) && (!reads || visibleApplications.has(reads.application));
    return visibleApplications.has(leads.kind === 'application' ? leads.id : leads.application);
  };
}
