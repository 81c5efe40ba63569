import type { Application } from '#contract/applications.ts';
import type { ListedDashboard } from '#contract/dashboards.ts';

const urgency: Record<Application['health'], number> = { failed: 0, rejects: 1, good: 2, waiting: 2 };

type Ranked = Pick<Application, 'health' | 'lastDataAt'>;

/** Those that need someone first, then those with the newest data. */
export function ranked<Each extends Ranked>(applications: Each[]): Each[] {
  return [...applications].sort(
    (a, b) => urgency[a.health] - urgency[b.health] || (b.lastDataAt ?? '').localeCompare(a.lastDataAt ?? ''),
  );
}

type Looked = Pick<ListedDashboard, 'isFavourite' | 'seenAt'>;

/** Favourites and what was seen, the last seen first; those of others that nobody here has opened are left out. */
export function firstOf<Each extends Looked>(dashboards: Each[]): Each[] {
  return dashboards
    .filter(({ isFavourite, seenAt }) => isFavourite || seenAt !== null)
    .sort((a, b) => Number(b.isFavourite) - Number(a.isFavourite) || (b.seenAt ?? '').localeCompare(a.seenAt ?? ''));
}
