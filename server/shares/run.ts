import type { z } from 'zod';

import type { ErrorCode } from '#contract/errors.ts';
import { Problem } from '#contract/errors.ts';
import type { Proof } from '#contract/query.ts';
import type { sharedRoutes } from '#contract/shares.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import { type Manner, runDashboard } from '#server/dashboards/run.ts';
import { listValues } from '#server/dashboards/values.ts';
import { askVisibleValues } from '#server/dashboards/visible-values.ts';
import { type Alive, type Guest, loadByPass } from './alive.ts';
import { lookedThrough } from './setting.ts';
import { watchShare } from './watch.ts';
import { questionsWithin } from './within.ts';

type Input<Key extends keyof typeof sharedRoutes> = z.output<(typeof sharedRoutes)[Key]['input']>;
type Reader = { send: SendLine; signal: AbortSignal; failureOf: FailureOf };

const nowhere = { name: '', application: '', rows: 0 };

/** Of how an answer came about: how fresh it is, and whether it is all. */
const bareProof = ({ datasets, rowsReturned, isCutOff, answeredAt, fromCache, newest }: Proof): Proof => ({
  sql: '',
  params: [],
  datasets: datasets.map(({ id, version, lastDataAt, isPushed }) => ({
    ...nowhere,
    id,
    version,
    lastDataAt,
    isPushed,
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

export const throughLink: Manner = { questionsFor: questionsWithin, told: bareProof };

/** What is wrong with a card is for those who can mend it; viewers are told what they can do something about. */
const told = new Set<ErrorCode>([
  'query_timeout',
  'answer_too_large',
  'too_many_waiting',
  'cancelled',
  'unavailable',
  'value_misfit',
  'publisher_forbidden',
]);

export const bareProblem = (error: unknown): unknown =>
  error instanceof Problem && !told.has(error.code) ? new Problem('share_card', {}, { cause: error }) : error;

/** Does something for as long as the link works and its maker may see what it shows. */
export async function whileAlive<T>(
  ctx: Guest,
  alive: Alive,
  { signal, work }: { signal: AbortSignal; work: (maker: Viewing, signal: AbortSignal) => Promise<T> },
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const unwatch = watchShare(ctx, alive, { onEnd: end, onRules: end });
  const hold = ctx.access.holds.open(alive.maker.identity.member);
  const lost = AbortSignal.any([ending.signal, hold.lost]);
  try {
    return await work(Object.assign(alive.maker, { hold }), AbortSignal.any([signal, lost]));
  } catch (cause) {
    const isGone = lost.aborted || (cause instanceof Problem && cause.code === 'not_found');
    throw isGone ? new Problem('share_gone', {}, { cause }) : cause;
  } finally {
    hold.close();
    unwatch();
  }
}

/** Answers the cards of a link. */
export async function runShare(ctx: Guest, input: Input<'POST /shares/run'>, reader: Reader): Promise<void> {
  const { pass, state, ...rest } = input;
  const alive = await loadByPass(ctx, pass);
  const { row } = alive;
  const asked = { ...rest, ...lookedThrough(row, state), fresh: false };
  const failureOf: FailureOf = (error) => reader.failureOf(bareProblem(error));
  await whileAlive(ctx, alive, {
    signal: reader.signal,
    work: (maker, signal) => runDashboard(maker, asked, { send: reader.send, signal, failureOf, manner: throughLink }),
  });
}

/** Values of a control that viewers may set, as far as everything else that is set leaves any. */
export async function listShareValues(ctx: Guest, input: Input<'POST /shares/values'>) {
  const { pass, state, ...rest } = input;
  const { row, maker } = await loadByPass(ctx, pass);
  if (!row.allows.controls.includes(input.control)) throw new Problem('not_found');
  const looked = lookedThrough(row, { ...state, picks: [], drills: {} });
  return listValues(maker, { ...rest, ...looked }, askVisibleValues).catch((error: unknown) => {
    throw bareProblem(error);
  });
}
