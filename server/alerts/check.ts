import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Member } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import { asMember, loadMakers } from '#server/accounts/acting.ts';
import { loadDelegation } from '#server/access/delegation.ts';
import { findRight } from '#server/access/rights.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import type { Asking } from '#server/queries/services.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import { alerts } from '#server/database/schema.ts';
import { metAt, type Series, type Turn, turnOf } from './evaluate.ts';
import { settle, type Verdict } from './settle.ts';
import { nextCheck } from './schedule.ts';
import { loadSeries } from './series.ts';
import type { Services } from './services.ts';
import { stepsChecked } from './steps.ts';
import type { AlertRow } from './store.ts';

/** So many alerts are taken at once; what they ask alike is asked once. */
export const batch = 500;
/** In seconds; a server that died gives up what it had by that. */
const lease = 120;
const atOnce = 4;

export type Ctx = Services & { log: Logger };

/** Checks the alerts that are due; gives how many there were. Several servers share them. */
export async function checkDue(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const claimed = await ctx.db
    .update(alerts)
    .set({ claimedUntil: new Date(Date.now() + lease * 1000) })
    .where(
      inArray(
        alerts.id,
        sql`(select id from alerts where next_check_at <= now() and (claimed_until is null or claimed_until < now())
          order by next_check_at limit ${batch} for update skip locked)`,
      ),
    )
    .returning();
  const makers = await loadMakers(ctx.db, claimed);
  const groups = groupsOf(claimed);
  const turns = Array.from({ length: atOnce }, async () => {
    for (let group = groups.pop(); group && !signal.aborted; group = groups.pop()) {
      await checkGroup(ctx, group, makers.get(group[0]!.memberId ?? ''), signal);
    }
  });
  await Promise.all(turns);
  return claimed.length;
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

// Who asks belongs to what is asked: it decides what may be seen.
const keyOf = ({ memberId, editorId, datasetLimit, watch, condition, zone, origin }: AlertRow) =>
  JSON.stringify([
    memberId,
    editorId,
    datasetLimit,
    watch,
    stepsChecked(watch, condition),
    zone,
    'sql' in watch && origin,
  ]);

async function checkGroup(ctx: Ctx, group: AlertRow[], maker: Member | undefined, signal: AbortSignal): Promise<void> {
  const { watch, condition, zone, origin, reads } = group[0]!;
  const count = stepsChecked(watch, condition);
  const asked = { watch, count, zone, origin, fresh: 'sql' in watch, signal };
  const asker = maker && (await asMakerOf(ctx, group[0]!, maker));
  const series = await (asker ? loadSeries(asker, asked) : Promise.reject(new Problem('alert_nobody'))).catch(
    (error: unknown) => problemOf(ctx, { reads, asker }, error),
  );
  if (signal.aborted) return;
  if (series instanceof Problem && isPassing(series)) return postpone(ctx, group);
  if (!(series instanceof Problem)) await noteReads(ctx, group, series.reads);
  const quiet: Verdict[] = [];
  for (const row of group) {
    const verdict = verdictOf(row, series);
    if (verdict.kind === 'same') quiet.push(verdict);
    else await settle(ctx, verdict);
  }
  if (quiet.length > 0) await noteSame(ctx, quiet);
}

/** As whoever made an alert, limited by whoever changed it last and by what came along when it was handed over. */
export const asMakerOf = async (ctx: Ctx, row: AlertRow, maker: Member): Promise<Viewing> => ({
  ...asMember(ctx, maker),
  delegation: await loadDelegation(ctx.db, row),
});

/** Names may come to mean other datasets. */
async function noteReads({ db }: Ctx, group: AlertRow[], reads: string[]): Promise<void> {
  const ids = group.filter((row) => row.reads.join() !== reads.join()).map(({ id }) => id);
  if (ids.length > 0) await db.update(alerts).set({ reads }).where(inArray(alerts.id, ids));
}

const lost = new Set(['dataset_gone', 'sql_table_unknown', 'sql_table_misspelt']);

type About = { reads: string[]; asker: Viewing | undefined };

/** Why it cannot be checked. Whoever made an alert could see its data once, and may know that they lost it. */
async function problemOf(ctx: Ctx, { reads, asker }: About, error: unknown): Promise<Problem> {
  if (error instanceof Problem) {
    const isForbidden = lost.has(error.code) && asker && (await hasForbidden(asker, reads));
    return isForbidden ? new Problem('dataset_forbidden') : error;
  }
  ctx.log.error({ err: error }, 'an alert could not be checked');
  return new Problem('unavailable', {}, { cause: error });
}

/** Whether one of the datasets is there, but not for them. */
async function hasForbidden(ctx: Asking, datasets: string[]): Promise<boolean> {
  for (const id of datasets) {
    const isHere = await loadCurrent(ctx, id).then(
      () => true,
      () => false,
    );
    if (isHere && !(await findRight(ctx, { kind: 'dataset', id }))) return true;
  }
  return false;
}

/** What will be otherwise in a moment says nothing of the alert. */
const passing = new Set(['too_many_waiting', 'cancelled', 'unavailable', 'internal']);
const isPassing = ({ code }: Problem) => passing.has(code);

function verdictOf(row: AlertRow, series: Series | Problem): Verdict {
  const isSnoozed = row.snoozedUntil !== null && row.snoozedUntil.getTime() > Date.now();
  const next = nextCheck(row.schedule, row.zone, Date.now());
  if (series instanceof Problem) {
    const isKnown = row.state === 'stuck' && row.failure?.code === series.code;
    return isKnown || isSnoozed
      ? { kind: 'same', row, next, value: null }
      : { kind: 'stuck', row, next, value: null, failure: { code: series.code, params: series.params } };
  }
  const { steps, isRunning } = series;
  const place = steps.length - (isRunning && !row.watch.isRunning ? 2 : 1);
  const met = metAt(series, place, row.condition, row.watch.time?.grain.unit ?? '');
  const turn = turnOf(row, met);
  const value = row.watch.by === null ? (series.courses[0]?.values[place] ?? null) : null;
  if (isSnoozed || !isNews(row, turn)) return { kind: 'same', row, next, value };
  return { kind: 'turn', row, next, value, turn, step: steps[place] || null };
}

const isNews = ({ state, firing, muted }: AlertRow, { fresh, isResolved, memory }: Turn): boolean =>
  state === 'stuck' ||
  fresh.length > 0 ||
  isResolved ||
  memory.firing.length !== firing.length ||
  memory.muted.length !== muted.length;

/** Most alerts most of the time: nothing is new, and that is written down for all of them at once. */
async function noteSame({ db }: Ctx, verdicts: Verdict[]): Promise<void> {
  const rows = verdicts.map(({ row, next, value }) => ({ id: row.id, revision: row.revision, next, value }));
  await db.execute(sql`
    update alerts set last_checked_at = now(), next_check_at = v.next, last_value = v.value, claimed_until = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id text, revision int, next timestamptz, value float8)
    where alerts.id = v.id and alerts.revision = v.revision`);
}

async function postpone({ db }: Ctx, group: AlertRow[]): Promise<void> {
  const ids = group.map(({ id }) => id);
  await db
    .update(alerts)
    .set({ claimedUntil: null, nextCheckAt: sql`now() + interval '10 seconds'` })
    .where(and(inArray(alerts.id, ids), eq(alerts.claimedUntil, group[0]!.claimedUntil!)));
}
