import type { Application } from '#contract/applications/routes.ts';
import type { ListedDashboard } from '#contract/dashboards/routes.ts';

const urgency: Record<Application['health'], number> = { failed: 0, late: 1, rejects: 1, good: 2, waiting: 2 };

type RankedApplication = Pick<Application, 'health' | 'lastDataAt'>;

/** Sorts applications that need attention first, then by newest data. */
export function rankApplications<Each extends RankedApplication>(applications: Each[]): Each[] {
  return [...applications].sort(
    (a, b) => urgency[a.health] - urgency[b.health] || (b.lastDataAt ?? '').localeCompare(a.lastDataAt ?? ''),
  );
}

type RankedDashboard = Pick<ListedDashboard, 'isFavourite' | 'seenAt'>;

/** Favourites first, then by last view; dashboards that the member never opened are left out. */
export function rankDashboards<Each extends RankedDashboard>(dashboards: Each[]): Each[] {
  return dashboards
    .filter(({ isFavourite, seenAt }) => isFavourite || seenAt !== null)
    .sort((a, b) => Number(b.isFavourite) - Number(a.isFavourite) || (b.seenAt ?? '').localeCompare(a.seenAt ?? ''));
}
