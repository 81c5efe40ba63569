import { inArray, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import { isTransient } from '#server/execution/transient-problem.ts';
import type { Member } from '#contract/accounts/routes.ts';
import { Problem, undefinedIfNotFound } from '#contract/errors.ts';
import { asMember, loadCreators } from '#server/accounts/on-behalf.ts';
import { loadDelegation } from '#server/access/delegation.ts';
import { findRight } from '#server/access/rights.ts';
import { loadSnapshot } from '#server/datasets/snapshot.ts';
import type { QueryContext } from '#server/queries/services.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { alerts } from '#server/database/schema.ts';
import { isLeased, type JobQueue, leasedAt, runQueue } from '#server/jobs/job-queue.ts';
import { firingsAt, type AlertSeries, type FiringChange, firingChangeOf } from './evaluate.ts';
import { saveOutcome, type CheckOutcome } from './save-check.ts';
import { nextCheck } from './schedule.ts';
import { loadSeries } from './series.ts';
import type { AlertServices } from './services.ts';
import { checkStepsOf } from './steps.ts';
import type { AlertRow } from './store.ts';

/** The batch is large because alerts with the same query share its execution. */
const dueAlerts: JobQueue<typeof alerts> = {
  name: 'checking alerts',
  table: alerts,
  dueAt: alerts.nextCheckAt,
  batchSize: 500,
  leaseSeconds: 120,
};
const concurrency = 4;

export type AlertCheckServices = AlertServices & { log: Logger };

/** Checks due alerts until stopped. */
export const runDueChecks = (ctx: AlertCheckServices): (() => Promise<void>) =>
  runQueue(ctx, dueAlerts, (claimed, signal) => checkAll(ctx, claimed, signal));

async function checkAll(ctx: AlertCheckServices, claimed: AlertRow[], signal: AbortSignal): Promise<void> {
  const creators = await loadCreators(ctx.db, claimed);
  const groups = groupsOf(claimed);
  const workers = Array.from({ length: concurrency }, async () => {
    for (let group = groups.pop(); group && !signal.aborted; group = groups.pop()) {
      await checkGroup(ctx, group, creators.get(group[0]!.memberId ?? ''), signal);
    }
  });
  await Promise.all(workers);
}

function groupsOf(rows: AlertRow[]): AlertRow[][] {
  const groups = new Map<string, AlertRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

// The creator is part of the key, because their rights decide what the query may see.
const keyOf = ({ memberId, editorId, datasetLimit, watch, condition, zone, origin }: AlertRow) =>
  JSON.stringify([
    memberId,
    editorId,
    datasetLimit,
    watch,
    checkStepsOf(watch, condition),
    zone,
    'sql' in watch && origin,
  ]);

async function checkGroup(
  ctx: AlertCheckServices,
  group: AlertRow[],
  creator: Member | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { watch, condition, zone, origin, reads } = group[0]!;
  const count = checkStepsOf(watch, condition);
  const request = { watch, count, zone, origin, fresh: 'sql' in watch, signal };
  const viewer = creator && (await loadCreatorContext(ctx, group[0]!, creator));
  const series = await (viewer ? loadSeries(viewer, request) : Promise.reject(new Problem('alert_nobody'))).catch(
    (error: unknown) => problemOf(ctx, { reads, viewer }, error),
  );
  if (signal.aborted) return;
  if (series instanceof Problem && isTransient(series)) return postpone(ctx, group);
  if (!(series instanceof Problem)) await saveReads(ctx, group, series.reads);
  const unchanged: CheckOutcome[] = [];
  for (const row of group) {
    const outcome = outcomeOf(row, series);
    if (outcome.kind === 'same') unchanged.push(outcome);
    else await saveOutcome(ctx, outcome);
  }
  if (unchanged.length > 0) await saveUnchanged(ctx, unchanged);
}

/** The context of the alert's creator, limited to the rights of its last editor and to its dataset limit. */
export const loadCreatorContext = async (
  ctx: AlertCheckServices,
  row: AlertRow,
  creator: Member,
): Promise<DashboardContext> => ({
  ...asMember(ctx, creator),
  delegation: await loadDelegation(ctx.db, row),
});

/** Stores the datasets that were read: table names in SQL may resolve to other datasets than before. */
async function saveReads({ db }: AlertCheckServices, group: AlertRow[], reads: string[]): Promise<void> {
  const ids = group.filter((row) => row.reads.join() !== reads.join()).map(({ id }) => id);
  if (ids.length > 0) await db.update(alerts).set({ reads }).where(inArray(alerts.id, ids));
}

const missingCodes = new Set(['dataset_gone', 'sql_table_unknown', 'sql_table_misspelt']);

type FailedCheck = { reads: string[]; viewer: DashboardContext | undefined };

/** Why an alert cannot be checked. Its creator could see the data before, so lost access is reported as such. */
async function problemOf(ctx: AlertCheckServices, { reads, viewer }: FailedCheck, error: unknown): Promise<Problem> {
  if (error instanceof Problem) {
    const isForbidden = missingCodes.has(error.code) && viewer && (await hasForbidden(viewer, reads));
    return isForbidden ? new Problem('dataset_forbidden') : error;
  }
  ctx.log.error({ err: error }, 'an alert could not be checked');
  return new Problem('unavailable', {}, { cause: error });
}

/** Whether one of the datasets exists but is not accessible. */
async function hasForbidden(ctx: QueryContext, datasets: string[]): Promise<boolean> {
  for (const id of datasets) {
    const snapshot = await loadSnapshot(ctx, id).catch(undefinedIfNotFound);
    if (snapshot && !(await findRight(ctx, { kind: 'dataset', id }))) return true;
  }
  return false;
}

function outcomeOf(row: AlertRow, series: AlertSeries | Problem): CheckOutcome {
  const isSnoozed = row.snoozedUntil !== null && row.snoozedUntil.getTime() > Date.now();
  const next = nextCheck(row.schedule, row.zone, leasedAt(dueAlerts, row));
  if (series instanceof Problem) {
    const isUnchanged = row.state === 'stuck' && row.failure?.code === series.code;
    return isUnchanged || isSnoozed
      ? { kind: 'same', row, next, value: null }
      : { kind: 'stuck', row, next, value: null, failure: { code: series.code, params: series.params } };
  }
  const { steps, isRunning } = series;
  const index = steps.length - (isRunning && !row.watch.isRunning ? 2 : 1);
  const met = firingsAt(series, index, row.condition, row.watch.time?.grain.unit ?? '');
  const change = firingChangeOf(row, met);
  const value = row.watch.by === null ? (series.trends[0]?.values[index] ?? null) : null;
  if (isSnoozed || !isChanged(row, change)) return { kind: 'same', row, next, value };
  return { kind: 'turn', row, next, value, change, step: steps[index] || null };
}

const isChanged = ({ state, firing, muted }: AlertRow, { newFirings, isResolved, memory }: FiringChange): boolean =>
  state === 'stuck' ||
  newFirings.length > 0 ||
  isResolved ||
  memory.firing.length !== firing.length ||
  memory.muted.length !== muted.length;

/** Saves the alerts whose state did not change, which are most of them, in one statement. */
async function saveUnchanged({ db }: AlertCheckServices, outcomes: CheckOutcome[]): Promise<void> {
  const rows = outcomes.map(({ row, next, value }) => ({ id: row.id, revision: row.revision, next, value }));
  await db.execute(sql`
    update alerts set last_checked_at = now(), next_check_at = v.next, last_value = v.value, claimed_until = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id text, revision int, next timestamptz, value float8)
    where alerts.id = v.id and alerts.revision = v.revision`);
}

async function postpone({ db }: AlertCheckServices, group: AlertRow[]): Promise<void> {
  await db
    .update(alerts)
    .set({ claimedUntil: null, nextCheckAt: sql`now() + interval '10 seconds'` })
    .where(or(...group.map((row) => isLeased(alerts, row))));
}
