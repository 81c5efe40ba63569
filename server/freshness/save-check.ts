import { eq, and, isNull } from 'drizzle-orm';

import { hour, minute } from '#domain/time/calendar.ts';
import { deadlineOf } from '#domain/time/expected-freshness.ts';
import type { Origin } from '#domain/query/query.ts';
import { labelOf } from '#display/words/subject.ts';
import { rightOf } from '#server/access/rights.ts';
import { loadCreators } from '#server/accounts/on-behalf.ts';
import type { Queryable } from '#server/database/open.ts';
import { datasets, freshness, applications, members } from '#server/database/schema.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { isLeased } from '#server/jobs/job-queue.ts';
import { publishChange } from '#server/live/changes.ts';
import { notify } from '#server/notifications/notify.ts';
import type { NewestRow } from './newest-row.ts';

export type FreshnessRow = typeof freshness.$inferSelect;

/** The result of a check. `newestRow` is undefined without a time column or without rows. */
type FreshnessCheck = { now: number; origin: Origin; newestRow: NewestRow | undefined };

/**
 * Saves the newest row and whether the data is late, with the notices of a change, in one transaction: each change is
 * reported exactly once, across crashes and servers.
 */
export async function saveCheck(ctx: DatasetServices, leased: FreshnessRow, result: FreshnessCheck): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Read again: the expectation may have been changed, or rows may have been pushed.
    const [row] = await tx.select().from(freshness).where(isLeased(freshness, leased)).for('update');
    if (!row) return;
    const deadline = findDeadline(row, result);
    const isLate = deadline !== null && deadline <= result.now;
    // Rows of a connected table change at any time: its newest row is stored only while the data is late.
    const newest = result.origin.connection && !isLate ? null : (result.newestRow?.cell ?? null);
    const lateSince = isLate ? new Date(deadline) : null;
    const isPushedMeanwhile = row.nextCheckAt?.getTime() !== leased.nextCheckAt?.getTime();
    const next = earliestOf([
      nextCheckOf(result, isLate ? null : deadline),
      isPushedMeanwhile ? (row.nextCheckAt?.getTime() ?? null) : null,
    ]);
    await tx
      .update(freshness)
      .set({ newest, lateSince, claimedUntil: null, checkedAt: new Date(result.now), nextCheckAt: next })
      .where(eq(freshness.id, row.id));
    await report(tx, ctx, { before: row, result, newest, lateSince });
  });
}

/**
 * The moment from which the data is late; null if nothing is expected. It is judged by the newest row, not by the load:
 * a file that arrives on time with the rows of last week is not fresh. Without a time column only the load is left. A
 * connected table has neither if its time column was removed.
 */
function findDeadline({ expectation, expectedSince }: FreshnessRow, { origin, newestRow, now }: FreshnessCheck) {
  if (!expectation || (origin.connection && !newestRow)) return null;
  const loadedAt = origin.lastDataAt === null ? null : Date.parse(origin.lastDataAt);
  const reachesTo = newestRow?.reachesTo ?? loadedAt;
  return deadlineOf(expectation, { reachesTo, since: expectedSince?.getTime() ?? now });
}

const earliestOf = (moments: (number | null)[]): Date | null => {
  const earliest = Math.min(...moments.map((moment) => moment ?? Infinity));
  return earliest < Infinity ? new Date(earliest) : null;
};

/** A connected table does not say when its rows change. */
const connectedIntervalMs = 5 * minute;

function nextCheckOf({ now, origin, newestRow }: FreshnessCheck, deadline: number | null): number | null {
  // Rows in the future become the newest as time passes.
  const byFuture = newestRow?.hasFuture ? now + hour : null;
  const byConnection = origin.connection && deadline === null ? now + connectedIntervalMs : null;
  return earliestOf([byFuture, byConnection, deadline])?.getTime() ?? null;
}

type FreshnessReport = { before: FreshnessRow; result: FreshnessCheck; newest: string | null; lateSince: Date | null };

async function report(
  tx: Queryable,
  ctx: DatasetServices,
  { before, result: { origin }, newest, lateSince }: FreshnessReport,
): Promise<void> {
  const [dataset] = await tx.select().from(datasets).where(eq(datasets.id, before.id));
  if (!dataset) return;
  const isLateChanged = before.lateSince?.getTime() !== lateSince?.getTime();
  if (!isLateChanged && newest === before.newest) return;
  const { id, applicationId: application } = dataset;
  await publishChange(tx, { kind: 'freshness', id, application, isLateChanged });
  // Snapshots contain the late mark that cards show.
  if (isLateChanged) ctx.snapshots.invalidate();
  if ((before.lateSince === null) === (lateSince === null)) return;
  const title = { en_US: labelOf(dataset, 'en_US'), zh_CN: labelOf(dataset, 'zh_CN') };
  const content = { dataset: id, application, title, newest };
  const recipients = await listRecipients(tx, ctx, { dataset: id, application, setter: before.memberId });
  if (lateSince) {
    const expectedBy = lateSince.toISOString();
    return notify(tx, recipients, { kind: 'dataset_late', ...content, expectedBy, loadedAt: origin.lastDataAt });
  }
  // The member who changed the expectation knows that the data is no longer late.
  const isEdited = (before.expectedSince ?? 0) > (before.checkedAt ?? 0);
  if (!isEdited) await notify(tx, recipients, { kind: 'dataset_fresh', ...content });
}

type LateDataset = { dataset: string; application: string; setter: string | null };

/**
 * The members to notify of late data: the one who set the expectation, else the creator of the application, if they may
 * still see the data; else the owners of the installation.
 */
async function listRecipients(
  tx: Queryable,
  ctx: DatasetServices,
  { dataset, application, setter }: LateDataset,
): Promise<string[]> {
  const [creator] = await tx
    .select({ memberId: applications.memberId })
    .from(applications)
    .where(eq(applications.id, application));
  const candidates = [setter, creator?.memberId ?? null];
  const active = await loadCreators(
    tx,
    candidates.map((memberId) => ({ memberId })),
  );
  for (const id of candidates) {
    const member = active.get(id ?? '');
    const right = member && (await rightOf(ctx, member, { kind: 'dataset', id: dataset }));
    // Row rules may hide the newest row from members who may only view the dataset.
    if (right === 'edit' || (right && !(await ctx.rowRules.rulesOf(dataset)))) return [member!.id];
  }
  const isOwner = and(eq(members.role, 'owner'), isNull(members.disabledAt));
  return (await tx.select({ id: members.id }).from(members).where(isOwner)).map(({ id }) => id);
}
