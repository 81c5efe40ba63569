import { maxAnswerRows } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask, QueryAsk } from '#contract/query.ts';
import type { Within } from '#engine/engine.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { answer, type Answered, findKnown, type News, remember } from '#server/queries/answers.ts';
import { loadNewest } from '#server/queries/newest.ts';
import { prepareOf } from '#server/queries/plan.ts';
import { prepare, type Prepared, type Publication } from '#server/queries/prepare.ts';
import type { Asking } from '#server/queries/services.ts';
import { createMemo } from './memo.ts';
import type { PublisherCheck } from './publisher-rights.ts';
import type { Asked } from './questions.ts';
import { type Shared, sharedOf, sharingKeyOf, takenApart } from './share.ts';
import type { Snapshots } from './snapshots.ts';

/** Questions that can be asked as one. */
export type Errand = { members: Asked[] };

/** What all questions of a run have in common. */
export type Setting = {
  zone: string;
  now: string;
  seconds: number;
  fresh: boolean;
  published: Publication | undefined;
  /** Set for what runs in someone's name. */
  publisherCheck: PublisherCheck | undefined;
  signal: AbortSignal;
  onPosition: (position: number) => void;
  snapshots: Snapshots;
  /** The rows that a question stays within together with others, where there are some. */
  within?: ((ask: Ask) => Within | undefined) | undefined;
};

/** What came of a question. */
export type Found =
  | { kind: 'found'; prepared: Prepared; answered: Answered; waited: number; fromCache: boolean }
  | { kind: 'failed'; error: unknown };

/** So many numbers at most are asked for at once; more would keep those that are quick waiting. */
const mostMeasures = 24;

/** Puts together what differs only in its measures; the order stays that of the first of each. */
export async function errandsOf({ snapshots }: Setting, questions: Asked[]): Promise<Errand[]> {
  const errands: Errand[] = [];
  const open = new Map<string, { errand: Errand; measures: number }>();
  for (const asked of questions) {
    const key = await keyOf(asked.ask, snapshots);
    const measures = asked.ask.kind === 'query' ? asked.ask.measures.length : 0;
    const found = key === undefined ? undefined : open.get(key);
    if (found && found.measures + measures <= mostMeasures) {
      found.errand.members.push(asked);
      found.measures += measures;
      continue;
    }
    const errand = { members: [asked] };
    errands.push(errand);
    if (key !== undefined) open.set(key, { errand, measures });
  }
  return errands;
}

async function keyOf(ask: Ask, snapshots: Snapshots): Promise<string | undefined> {
  if (ask.kind !== 'query') return undefined;
  // A dataset that is not there is told to each of its cards.
  const snapshot = await snapshots(ask.dataset).catch(() => undefined);
  return snapshot && sharingKeys(snapshot, ask);
}

const sharingKeys = createMemo((snapshot: Snapshot, ask: QueryAsk) => sharingKeyOf(ask, snapshot.metrics));

async function prepared(ctx: Asking, { ask, setting }: { ask: Ask; setting: Setting }): Promise<Prepared> {
  const { zone, now, signal, published, snapshots } = setting;
  const rows = Math.min(ask.limit, maxAnswerRows);
  if (ask.kind === 'sql') return prepare(ctx, { ask, zone, rows, signal, published });
  // The same question object is asked in one zone and at one moment only.
  const snapshot = await snapshots(ask.dataset);
  const known = preparations(snapshot, ask);
  if (known.prepared) return known.prepared;
  const newest = await loadNewest(ctx, snapshot, { ask, zone, now, signal });
  return (known.prepared ??= prepareOf(snapshot, { ask, zone, now, rows, newest }));
}

const preparations = createMemo((_snapshot: Snapshot, _ask: Ask): { prepared?: Prepared } => ({}));

/** Whether someone has to ask the engine at least so many of these questions about datasets. */
export async function areUnknown(ctx: Asking, setting: Setting, asks: QueryAsk[], least: number): Promise<boolean> {
  let unknown = 0;
  for (const ask of asks) {
    const ready = await prepared(ctx, { ask, setting }).catch(() => undefined);
    // What cannot be asked is told to its card.
    if (ready && (setting.fresh || !findKnown(ctx, ready))) unknown += 1;
    if (unknown >= least) return true;
  }
  return false;
}

/** Works out what will be asked while others are asked: the engine need not wait for it then. */
export async function prepareErrands(ctx: Asking, setting: Setting, errands: Errand[]): Promise<void> {
  for (const { members } of errands) {
    const ready: Ready[] = [];
    for (const asked of members) {
      if (asked.ask.kind !== 'query') continue;
      const own = await prepared(ctx, { ask: asked.ask, setting }).catch(() => undefined);
      if (own && !findKnown(ctx, own)) ready.push({ asked, prepared: own });
    }
    if (ready.length > 1) await prepared(ctx, { ask: sharedBy(ready).ask, setting }).catch(() => undefined);
  }
}

/** A larger answer is not taken apart here: reading it would take much memory and hold up everyone. */
const maxSharedBytes = 4 * 1024 * 1024;

type Tell = (asked: Asked, found: Found) => Promise<void>;
type Ready = { asked: Asked; prepared: Prepared };

/** Answers the questions of an errand: those that are known at once, the others together. */
export async function answerErrand(ctx: Asking, setting: Setting, { members }: Errand, tell: Tell): Promise<void> {
  const unknown: Ready[] = [];
  for (const asked of members) {
    try {
      const ready = { asked, prepared: await prepared(ctx, { ask: asked.ask, setting }) };
      // Before anything is looked up, also in the cache.
      await setting.publisherCheck?.(
        asked,
        ready.prepared.datasets.map(({ id }) => id),
      );
      const known = setting.fresh ? undefined : findKnown(ctx, ready.prepared);
      if (known) await tell(asked, { kind: 'found', ...ready, answered: known, waited: 0, fromCache: true });
      else unknown.push(ready);
    } catch (error) {
      await tell(asked, { kind: 'failed', error });
    }
  }
  if (unknown.length > 1 && (await answerTogether(ctx, setting, unknown, tell))) return;
  for (const each of unknown) await answerAlone(ctx, setting, each, tell);
}

const askerOf = ({ seconds, fresh, signal, onPosition, within }: Setting, ask: Ask) => ({
  seconds,
  fresh,
  signal,
  within: within?.(ask),
  onNews: (news: News) => void (news.kind === 'waiting' && onPosition(news.position)),
});

const waitedSince = (began: number, { milliseconds }: Answered) =>
  Math.max(0, Math.round(performance.now() - began) - milliseconds);

async function answerAlone(
  ctx: Asking,
  setting: Setting,
  { asked, prepared: ready }: Ready,
  tell: Tell,
): Promise<void> {
  const began = performance.now();
  let found: Found;
  try {
    const { answered, fromCache } = await answer(ctx, ready, askerOf(setting, asked.ask));
    found = {
      kind: 'found',
      prepared: ready,
      answered,
      fromCache,
      waited: fromCache ? 0 : waitedSince(began, answered),
    };
  } catch (error) {
    found = { kind: 'failed', error };
  }
  await tell(asked, found);
}

// What one question cannot be answered for may not hold for the others: then each is asked alone.
const isOfAll = (error: unknown) =>
  error instanceof Problem && ['query_timeout', 'cancelled', 'too_many_waiting', 'disk_full'].includes(error.code);

const known = createMemo((_first: Asked, _last: Asked): { members?: string; shared?: Shared } => ({}));

/** Several questions as one; for the same ones it is the same. */
function sharedBy(ready: Ready[]): Shared {
  const members = ready.map(({ asked }) => `${asked.card} ${asked.name}`).join('\n');
  const kept = known(ready[0]!.asked, ready.at(-1)!.asked);
  if (kept.members !== members) Object.assign(kept, { members, shared: sharedOf(asksOf(ready)) });
  return kept.shared!;
}

const asksOf = (ready: Ready[]) => ready.map(({ asked }) => asked.ask as QueryAsk);

/** Asks several questions as one; false if they have to be asked one by one. */
async function answerTogether(ctx: Asking, setting: Setting, ready: Ready[], tell: Tell): Promise<boolean> {
  const began = performance.now();
  const asks = asksOf(ready);
  const shared = sharedBy(ready);
  try {
    const whole = await prepared(ctx, { ask: shared.ask, setting });
    const { answered } = await answer(ctx, whole, askerOf(setting, shared.ask), (found) => {
      if (found.values.length > maxSharedBytes) throw new Problem('answer_too_large');
      for (const [index, part] of takenApart(shared, found, asks).entries())
        remember(ctx, ready[index]!.prepared, part);
    });
    const waited = waitedSince(began, answered);
    const parts = ready.map((each) => findKnown(ctx, each.prepared));
    const missing = parts.includes(undefined) ? takenApart(shared, answered, asks) : [];
    for (const [index, { asked, prepared: own }] of ready.entries()) {
      const part = parts[index] ?? missing[index]!;
      await tell(asked, { kind: 'found', prepared: own, answered: part, waited, fromCache: false });
    }
    return true;
  } catch (error) {
    if (!isOfAll(error)) return false;
    for (const { asked } of ready) await tell(asked, { kind: 'failed', error });
    return true;
  }
}
