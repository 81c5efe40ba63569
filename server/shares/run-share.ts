import type { z } from 'zod';

import { type ErrorCode, isNotFound, Problem } from '#contract/errors.ts';
import type { Proof } from '#domain/query/query.ts';
import type { sharedRoutes } from '#contract/shares/routes.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { type RunPolicy, runDashboard } from '#server/dashboards/run.ts';
import { listValues } from '#server/dashboards/values.ts';
import { visibleValuesSpecs } from '#server/dashboards/visible-values.ts';
import { type ActiveShare, type ShareVisitorContext, loadByPass } from './active-share.ts';
import { dashboardRequestOf } from './allowed-state.ts';
import { watchShare } from './watch-share.ts';
import { queriesWithinTimeRange } from './limit-time-range.ts';

type SharedInput<Key extends keyof typeof sharedRoutes> = z.output<(typeof sharedRoutes)[Key]['input']>;
type ShareRunOutput = { send: SendLine; signal: AbortSignal; failureOf: FailureOf };

const hiddenSource = { name: '', application: '', rows: 0 };

/** A proof reduced to how fresh the result is and whether it is complete. */
const redactProof = ({ datasets, rowsReturned, isCutOff, answeredAt, fromCache, newest }: Proof): Proof => ({
  sql: '',
  params: [],
  datasets: datasets.map(({ id, version, lastDataAt, lateSince, isPushed, connection }) => ({
    ...hiddenSource,
    id,
    version,
    lastDataAt,
    // A link shows only the newest of its own rows, which follows the results.
    newest: null,
    lateSince,
    isPushed,
    connection,
  })),
  applied: [],
  ignored: [],
  rowsRead: 0,
  rowsReturned,
  isCutOff,
  milliseconds: 0,
  waited: 0,
  answeredAt,
  fromCache,
  newest,
});

export const linkPolicy: RunPolicy = { name: 'link', queriesFor: queriesWithinTimeRange, redactProof };

/** Errors that are shown to viewers of a link, because they can act on them; all others become `share_card`. */
const publicErrorCodes = new Set<ErrorCode>([
  'query_timeout',
  'answer_too_large',
  'too_many_waiting',
  'cancelled',
  'unavailable',
  'value_misfit',
  'publisher_forbidden',
]);

export const redactProblem = (error: unknown): unknown =>
  error instanceof Problem && !publicErrorCodes.has(error.code)
    ? new Problem('share_card', {}, { cause: error })
    : error;

/** Runs work that is aborted when the link ends, its rules change, or its creator loses access. */
export async function whileShareActive<T>(
  ctx: ShareVisitorContext,
  share: ActiveShare,
  { signal, work }: { signal: AbortSignal; work: (creator: DashboardContext, signal: AbortSignal) => Promise<T> },
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const unwatch = watchShare(ctx, share, { onEnd: end, onRules: end });
  const hold = ctx.access.openResponses.open(share.creator.identity.member);
  const lost = AbortSignal.any([ending.signal, hold.lost]);
  try {
    const creator = Object.assign(Object.create(share.creator) as DashboardContext, { hold });
    return await work(creator, AbortSignal.any([signal, lost]));
  } catch (cause) {
    const isGone = lost.aborted || isNotFound(cause);
    throw isGone ? new Problem('share_gone', {}, { cause }) : cause;
  } finally {
    hold.close();
    unwatch();
  }
}

/** Runs the cards of a link. */
export async function runShare(
  ctx: ShareVisitorContext,
  input: SharedInput<'POST /shares/run'>,
  reader: ShareRunOutput,
): Promise<void> {
  const { pass, state, ...rest } = input;
  const share = await loadByPass(ctx, pass);
  const { row } = share;
  const request = { ...rest, ...dashboardRequestOf(row, state), fresh: false, prefetch: false };
  const failureOf: FailureOf = (error) => reader.failureOf(redactProblem(error));
  await whileShareActive(ctx, share, {
    signal: reader.signal,
    work: (creator, signal) =>
      runDashboard(creator, request, { send: reader.send, signal, failureOf, policy: linkPolicy }),
  });
}

/** Values of a control that viewers may set, filtered by the other controls. */
export async function listShareValues(ctx: ShareVisitorContext, input: SharedInput<'POST /shares/values'>) {
  const { pass, state, ...rest } = input;
  const { row, creator } = await loadByPass(ctx, pass);
  if (!row.allows.controls.includes(input.control)) throw new Problem('not_found');
  const request = dashboardRequestOf(row, { ...state, picks: [], drills: {} });
  return listValues(creator, { ...rest, ...request }, visibleValuesSpecs).catch((error: unknown) => {
    throw redactProblem(error);
  });
}
