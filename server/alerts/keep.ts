import { and, arrayContains, gt, sql } from 'drizzle-orm';

import { alerts } from '#server/database/schema.ts';
import { repeat } from '#server/repeat.ts';
import { batch, checkDue, type Ctx } from './check.ts';

const pause = 1000;
/** Data that arrives all the time is not looked at more often than this. */
const breath = 5000;

/** Checks alerts when they are due, for as long as the server runs. */
export function keepChecking(ctx: Ctx): () => Promise<void> {
  const run = async (signal: AbortSignal) => (await checkDue(ctx, signal)) === batch;
  const stop = repeat(ctx.log, { name: 'checking alerts', pause, run });
  const leave = hearArrivals(ctx);
  return async () => {
    leave();
    await stop();
  };
}

/** Alerts that wait for data become due when some arrives. */
function hearArrivals({ db, changes, log }: Ctx): () => void {
  const waiting = new Map<string, NodeJS.Timeout>();
  const hurry = async (dataset: string) => {
    waiting.delete(dataset);
    await db
      .update(alerts)
      .set({ nextCheckAt: new Date() })
      .where(
        and(
          arrayContains(alerts.reads, [dataset]),
          sql`${alerts.schedule}->>'kind' = 'arrival'`,
          gt(alerts.nextCheckAt, new Date()),
        ),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'hearing of data failed'));
  };
  // The first of many is heard at once; those that come while it is looked at, after a breath.
  const last = new Map<string, number>();
  const leave = changes.subscribe((change) => {
    if (change.kind !== 'dataset' || waiting.has(change.id)) return;
    const wait = Math.max(0, (last.get(change.id) ?? 0) + breath - Date.now());
    last.set(change.id, Date.now() + wait);
    waiting.set(
      change.id,
      setTimeout(() => void hurry(change.id), wait),
    );
  });
  return () => {
    leave();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}
