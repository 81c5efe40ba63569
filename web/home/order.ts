import type { Application } from '#contract/applications.ts';

const urgency: Record<Application['health'], number> = { failed: 0, rejects: 1, good: 2, waiting: 2 };

type Ranked = Pick<Application, 'health' | 'lastDataAt'>;

/** Those that need someone first, then those with the newest data. */
export function ranked<Each extends Ranked>(applications: Each[]): Each[] {
  return [...applications].sort(
    (a, b) => urgency[a.health] - urgency[b.health] || (b.lastDataAt ?? '').localeCompare(a.lastDataAt ?? ''),
  );
}
