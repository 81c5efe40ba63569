import { and, eq, ne } from 'drizzle-orm';

import { maxListedFirings } from '#contract/alerts/schemas.ts';
import type { Notice } from '#contract/notifications/routes.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { alerts, members } from '#server/database/schema.ts';
import { isLeased } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';
import { notify, sendToChannels } from '#server/notifications/notify.ts';
import type { FiringChange } from './evaluate.ts';
import { type AlertRow, record } from './store.ts';

/** Outcome of a check. */
export type CheckOutcome = { row: AlertRow; next: Date; value: number | null } & (
  | { kind: 'same' }
  | { kind: 'stuck'; value: null; failure: NonNullable<AlertRow['failure']> }
  | { kind: 'turn'; change: FiringChange; step: string | null }
);
type ChangedOutcome = Exclude<CheckOutcome, { kind: 'same' }>;

/**
 * Saves a changed state and its notifications in one transaction, so that each change is notified exactly once, across
 * crashes and servers. A concurrent action of a member wins; the next check sees it.
 */
export async function saveOutcome({ db }: { db: Database }, outcome: ChangedOutcome): Promise<void> {
  const { row, next } = outcome;
  await db.transaction(async (tx) => {
    const fields = outcome.kind === 'stuck' ? stuckFields(outcome.failure) : changeFields(row, outcome.change);
    const [changed] = await tx
      .update(alerts)
      .set({ ...fields, lastValue: outcome.value, lastCheckedAt: new Date(), nextCheckAt: next, claimedUntil: null })
      .where(and(isLeased(alerts, row), eq(alerts.revision, row.revision), eq(alerts.state, row.state)))
      .returning({ id: alerts.id });
    if (!changed) return;
    if (outcome.kind === 'stuck') await recordStuck(tx, row, outcome.failure);
    else await recordChange(tx, row, outcome);
    await publishChange(tx, { kind: 'alert', id: row.id, member: row.memberId });
  });
}

const stuckFields = (failure: NonNullable<AlertRow['failure']>) => ({ state: 'stuck' as const, failure });

function changeFields({ firedAt, acknowledged }: AlertRow, { newFirings, memory }: FiringChange) {
  const isFiring = memory.firing.length > 0;
  return {
    ...memory,
    state: isFiring ? ('firing' as const) : ('quiet' as const),
    failure: null,
    firedAt: newFirings.length > 0 ? new Date() : firedAt,
    acknowledged: isFiring && newFirings.length === 0 ? acknowledged : null,
  };
}

async function notifyOf(tx: Queryable, { memberId, channels }: AlertRow, notice: Notice): Promise<void> {
  await notify(tx, memberId ? [memberId] : [], notice);
  if (channels.length > 0 && (await maySendOut(tx, memberId))) await sendToChannels(tx, channels, notice);
}

// The creator may have lost the editor role since.
async function maySendOut(tx: Queryable, memberId: string | null): Promise<boolean> {
  const isEditor = and(eq(members.id, memberId ?? ''), ne(members.role, 'viewer'));
  return (await tx.select({ id: members.id }).from(members).where(isEditor)).length > 0;
}

async function recordStuck(tx: Queryable, row: AlertRow, failure: NonNullable<AlertRow['failure']>): Promise<void> {
  await record(tx, { alertId: row.id, kind: 'stuck', failure });
  const { id: alert, name, memberId } = row;
  await notify(tx, memberId ? [memberId] : [], { kind: 'alert_stuck', alert, name, failure });
}

async function recordChange(
  tx: Queryable,
  row: AlertRow,
  { change, step }: { change: FiringChange; step: string | null },
): Promise<void> {
  const { id: alert, name, condition, watch, zone } = row;
  if (row.state === 'stuck') await record(tx, { alertId: alert, kind: 'freed' });
  if (change.newFirings.length > 0) {
    const values = change.newFirings.slice(0, maxListedFirings).map(({ key: _, ...each }) => each);
    const event = { values, more: change.newFirings.length - values.length, step };
    await record(tx, { alertId: alert, kind: 'fired', ...event });
    await notifyOf(tx, row, {
      kind: 'alert_fired',
      alert,
      name,
      condition,
      ...event,
      grain: watch.time?.grain ?? null,
      zone,
    });
  }
  if (change.isResolved) {
    await record(tx, { alertId: alert, kind: 'resolved' });
    await notifyOf(tx, row, { kind: 'alert_resolved', alert, name });
  }
}
