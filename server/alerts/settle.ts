import { and, eq, ne } from 'drizzle-orm';

import { mostListed } from '#contract/alert.ts';
import type { Notice } from '#contract/notifications.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { alerts, members } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { notify, sendThrough } from '#server/notifications/notify.ts';
import type { Turn } from './evaluate.ts';
import { type AlertRow, record } from './store.ts';

/** What a check came to. */
export type Verdict = { row: AlertRow; next: Date; value: number | null } & (
  | { kind: 'same' }
  | { kind: 'stuck'; value: null; failure: NonNullable<AlertRow['failure']> }
  | { kind: 'turn'; turn: Turn; step: string | null }
);
type News = Exclude<Verdict, { kind: 'same' }>;

/**
 * Writes down what is new, and whom it is told to, in one transaction: whatever happens in between, and however many
 * servers there are, it is told once. What a person did meanwhile comes first; the next check sees it.
 */
export async function settle({ db }: { db: Database }, verdict: News): Promise<void> {
  const { row, next } = verdict;
  await db.transaction(async (tx) => {
    const fields = verdict.kind === 'stuck' ? stuckFields(verdict.failure) : turnFields(row, verdict.turn);
    const [changed] = await tx
      .update(alerts)
      .set({ ...fields, lastValue: verdict.value, lastCheckedAt: new Date(), nextCheckAt: next, claimedUntil: null })
      .where(and(eq(alerts.id, row.id), eq(alerts.revision, row.revision), sameState(row)))
      .returning({ id: alerts.id });
    if (!changed) return;
    if (verdict.kind === 'stuck') await tellStuck(tx, row, verdict.failure);
    else await tellTurn(tx, row, verdict);
    await tellChange(tx, { kind: 'alert', id: row.id, member: row.memberId });
  });
}

// A check that took longer than its lease may find that another one has told it.
const sameState = ({ state, claimedUntil }: AlertRow) =>
  and(eq(alerts.state, state), eq(alerts.claimedUntil, claimedUntil!));

const stuckFields = (failure: NonNullable<AlertRow['failure']>) => ({ state: 'stuck' as const, failure });

function turnFields({ firedAt, acknowledged }: AlertRow, { fresh, memory }: Turn) {
  const isFiring = memory.firing.length > 0;
  return {
    ...memory,
    state: isFiring ? ('firing' as const) : ('quiet' as const),
    failure: null,
    firedAt: fresh.length > 0 ? new Date() : firedAt,
    acknowledged: isFiring && fresh.length === 0 ? acknowledged : null,
  };
}

async function tell(tx: Queryable, { memberId, channels }: AlertRow, notice: Notice): Promise<void> {
  await notify(tx, memberId ? [memberId] : [], notice);
  if (channels.length > 0 && (await maySendOut(tx, memberId))) await sendThrough(tx, channels, notice);
}

// Whoever made it may have been an editor once.
async function maySendOut(tx: Queryable, memberId: string | null): Promise<boolean> {
  const isEditor = and(eq(members.id, memberId ?? ''), ne(members.role, 'viewer'));
  return (await tx.select({ id: members.id }).from(members).where(isEditor)).length > 0;
}

async function tellStuck(tx: Queryable, row: AlertRow, failure: NonNullable<AlertRow['failure']>): Promise<void> {
  await record(tx, { alertId: row.id, kind: 'stuck', failure });
  const { id: alert, name, memberId } = row;
  await notify(tx, memberId ? [memberId] : [], { kind: 'alert_stuck', alert, name, failure });
}

async function tellTurn(
  tx: Queryable,
  row: AlertRow,
  { turn, step }: { turn: Turn; step: string | null },
): Promise<void> {
  const { id: alert, name, condition, watch, zone } = row;
  if (row.state === 'stuck') await record(tx, { alertId: alert, kind: 'freed' });
  if (turn.fresh.length > 0) {
    const values = turn.fresh.slice(0, mostListed).map(({ key: _, ...each }) => each);
    const found = { values, more: turn.fresh.length - values.length, step };
    await record(tx, { alertId: alert, kind: 'fired', ...found });
    await tell(tx, row, {
      kind: 'alert_fired',
      alert,
      name,
      condition,
      ...found,
      grain: watch.time?.grain ?? null,
      zone,
    });
  }
  if (turn.isResolved) {
    await record(tx, { alertId: alert, kind: 'resolved' });
    await tell(tx, row, { kind: 'alert_resolved', alert, name });
  }
}
