import { and, arrayContains, gt, sql } from 'drizzle-orm';

import { alerts } from '#server/database/schema.ts';
import { dueNow } from '#server/jobs/job-queue.ts';
import { runDueChecks, type AlertCheckServices } from './check.ts';

/** Minimum interval between checks caused by data of one dataset. */
const minIntervalMs = 5000;

/** Polls for due alerts and checks them until stopped. */
export function runAlertChecks(ctx: AlertCheckServices): () => Promise<void> {
  const stop = runDueChecks(ctx);
  const unsubscribe = subscribeToArrivals(ctx);
  return async () => {
    unsubscribe();
    await stop();
  };
}

/** Makes alerts with the arrival schedule due when data arrives. */
function subscribeToArrivals({ db, changes, log }: AlertCheckServices): () => void {
  const timers = new Map<string, NodeJS.Timeout>();
  const makeDue = async (dataset: string) => {
    timers.delete(dataset);
    await db
      .update(alerts)
      .set({ nextCheckAt: dueNow })
      .where(
        and(
          arrayContains(alerts.reads, [dataset]),
          sql`${alerts.schedule}->>'kind' = 'arrival'`,
          gt(alerts.nextCheckAt, dueNow),
        ),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'scheduling alert checks for new data failed'));
  };
  // Throttled per dataset: the first arrival counts at once, later ones after the minimum interval.
  const lastDueAt = new Map<string, number>();
  const unsubscribe = changes.subscribe((change) => {
    if (change.kind !== 'dataset' || timers.has(change.id)) return;
    const delayMs = Math.max(0, (lastDueAt.get(change.id) ?? 0) + minIntervalMs - Date.now());
    lastDueAt.set(change.id, Date.now() + delayMs);
    timers.set(
      change.id,
      setTimeout(() => void makeDue(change.id), delayMs),
    );
  });
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
