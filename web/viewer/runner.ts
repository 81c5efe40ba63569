import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Problem } from '#contract/errors.ts';
import type { Result } from '#domain/query/query.ts';
import { createListeners } from '#web/shell/listeners.ts';
import { createPrefetcher, type PrefetchReason } from './prefetch.ts';
import { runInputOf } from './run-input.ts';
import { deliverVisibleFirst } from './visible-first.ts';
import { type RunEvent, sendRun } from './dashboard-source.ts';

/** A run request: the dashboard with its state, the cards, and their cache keys. */
export type RunRequest = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  state: DashboardState;
  zone: string;
  cards: string[];
  /** The visible cards, which are answered first. */
  visible: string[];
  keys: ReadonlyMap<string, string>;
};

/** The last answer of a card with its request. */
export type CachedCardAnswer = {
  key: string;
  results: Record<string, Result>;
  errors: Record<string, Problem>;
  request: { dashboard: Dashboard; state: DashboardState };
};

/** Progress of a run: start time, queue position and unanswered cards. */
export type DashboardRunProgress = { startedAt: number; position: number; pending: ReadonlySet<string> };

/** The last answer of a card; while a run is in progress, the previous one. */
export type CardAnswer = Omit<CachedCardAnswer, 'key'> & {
  /** Why the card itself has no result. */
  error: Problem | undefined;
};

/** The newest row per dataset that is not pushed. */
export type NewestRowByDataset = ReadonlyMap<string, string>;

type RunnerSnapshot = {
  answers: ReadonlyMap<string, CachedCardAnswer>;
  progress: DashboardRunProgress | null;
  newest: NewestRowByDataset;
};

// Keeps answer objects stable, so that a card renders again only for a new answer.
const cardAnswers = new WeakMap<CachedCardAnswer, CardAnswer>();

function answerOf(cached: CachedCardAnswer): CardAnswer {
  const existing = cardAnswers.get(cached);
  if (existing) return existing;
  const { key: _key, ...answer } = cached;
  const created = { ...answer, error: answer.errors[''] };
  cardAnswers.set(cached, created);
  return created;
}

type RunSelection = { cards: string[]; fresh: boolean };

/** Runs cards of a dashboard and caches the last answer of each. */
export function createRunner(send = sendRun) {
  let snapshot: RunnerSnapshot = { answers: new Map(), progress: null, newest: new Map() };
  let request: RunRequest | undefined;
  let controller: AbortController | undefined;
  const prefetcher = createPrefetcher(send);
  // Cards to run again after the current run.
  const queued = new Set<string>();
  // Cards whose data changed while they were not requested: their cached answer is stale.
  const outdated = new Set<string>();
  const { subscribe, notify } = createListeners();

  function publish(change: Partial<RunnerSnapshot>): void {
    snapshot = { ...snapshot, ...change };
    notify();
  }

  function stop(): void {
    controller?.abort();
    controller = undefined;
    if (snapshot.progress) publish({ progress: null });
  }

  function start({ cards, fresh }: RunSelection): void {
    stop();
    if (!request || cards.length === 0) return;
    const ownController = new AbortController();
    controller = ownController;
    const input = runInputOf(request, { cards, fresh });
    publish({ progress: { startedAt: performance.now(), position: 0, pending: new Set(cards) } });
    const { onReceived, onEvent, end } = deliverVisibleFirst({
      visible: input.first,
      // On an empty page the first chart should appear early.
      isTogether: snapshot.answers.size > 0,
      deliver: createEventHandler(request, ownController.signal),
    });
    const { received, run } = prefetcher.take(input) ?? { received: [], run: send };
    onReceived(received);
    void run(input, { signal: ownController.signal, onEvent })
      .then(end)
      .then(() => {
        if (controller !== ownController) return;
        controller = undefined;
        publish({ progress: null });
        start({ cards: takeQueued(), fresh: false });
      });
  }

  /** The requested cards without a valid cached answer. */
  function dueOf({ cards, keys }: RunRequest): string[] {
    const isDue = (card: string) =>
      snapshot.answers.get(card)?.key !== keys.get(card) || queued.has(card) || outdated.has(card);
    return cards.filter((card) => keys.get(card) !== '' && isDue(card));
  }

  function takeQueued(): string[] {
    const cards = [...queued];
    queued.clear();
    return cards;
  }

  /** Merges events into the answers. For an unchanged query, earlier results stay until replaced. */
  function createEventHandler(runRequest: RunRequest, signal: AbortSignal): (events: RunEvent[]) => void {
    const { dashboard, state, keys } = runRequest;
    const gathered = new Map<string, CachedCardAnswer>();
    const merge = (card: string, part: Pick<CachedCardAnswer, 'results' | 'errors'>) => {
      const last = snapshot.answers.get(card);
      const before = gathered.get(card) ?? { results: last?.key === keys.get(card) ? last!.results : {}, errors: {} };
      const next: CachedCardAnswer = {
        key: keys.get(card) ?? '',
        results: { ...before.results, ...part.results },
        errors: { ...before.errors, ...part.errors },
        request: { dashboard, state },
      };
      gathered.set(card, next);
      return new Map(snapshot.answers).set(card, next);
    };
    const apply = (event: RunEvent, progress: DashboardRunProgress): Partial<RunnerSnapshot> => {
      if (event.kind === 'waiting') return { progress: { ...progress, position: event.position } };
      if (event.kind === 'newest') return { newest: new Map(snapshot.newest).set(event.dataset, event.cell) };
      const pending = new Set(progress.pending);
      if (event.kind === 'failed') {
        for (const card of pending) merge(card, { results: {}, errors: { '': event.error } });
        return { answers: new Map([...snapshot.answers, ...gathered]) };
      }
      pending.delete(event.card);
      const part =
        event.kind === 'result'
          ? { results: { [event.name]: event.result }, errors: {} }
          : { results: {}, errors: { [event.name]: event.error } };
      return { answers: merge(event.card, part), progress: { ...progress, position: 0, pending } };
    };
    return (events) => {
      for (const event of events) {
        if (signal.aborted || !snapshot.progress) return;
        snapshot = { ...snapshot, ...apply(event, snapshot.progress) };
      }
      publish({});
    };
  }

  return {
    /** Notifies the listener of every change. */
    subscribe,
    newest: (): NewestRowByDataset => snapshot.newest,
    /** Progress of the current run, if any. */
    progress: (): DashboardRunProgress | null => snapshot.progress,
    answer: (card: string): CardAnswer | undefined => {
      const cached = snapshot.answers.get(card);
      return cached && answerOf(cached);
    },
    /** Whether the cached answer of a card belongs to an outdated query. */
    isStale: (card: string): boolean => {
      const cached = snapshot.answers.get(card);
      return cached !== undefined && cached.key !== request?.keys.get(card);
    },
    /** The cards with an answer; a new object whenever an answer changes. */
    cards: (): ReadonlyMap<string, unknown> => snapshot.answers,
    /** Runs the cards without a valid answer; another dashboard or zone clears the cache. */
    setRequest: (next: RunRequest): void => {
      const isOther = request && (request.id !== next.id || request.draft !== next.draft || request.zone !== next.zone);
      request = next;
      // The new request may make cached answers stale, or valid again.
      publish(isOther ? { answers: new Map(), newest: new Map() } : {});
      const cards = dueOf(next);
      queued.clear();
      for (const card of cards) outdated.delete(card);
      start({ cards, fresh: false });
    },
    rerun: ({ fresh = false, cards }: { fresh?: boolean; cards?: string[] } = {}): void => {
      // Data has changed: the prefetched answers may be outdated too.
      prefetcher.discard();
      const all = (request?.cards ?? []).filter((card) => request!.keys.get(card) !== '');
      const selected = cards ? all.filter((card) => cards.includes(card)) : all;
      for (const card of cards ?? snapshot.answers.keys()) if (!all.includes(card)) outdated.add(card);
      // New rows do not abort the current run: under constant pushes it would never end.
      if (!fresh && controller) for (const card of selected) queued.add(card);
      else start({ cards: selected, fresh });
    },
    /** The current request. */
    request: (): RunRequest | undefined => request,
    /** Sets the visible cards. */
    setVisible: (visible: string[]): void => {
      if (request) request = { ...request, visible };
    },
    /** Prefetches a likely next request. While cards are loading, a resting pointer is not enough. */
    prefetch: (next: RunRequest, reason: PrefetchReason): void => {
      const cards = reason === 'rest' && controller ? [] : dueOf(next);
      if (cards.length > 0) prefetcher.prefetch(runInputOf(next, { cards, fresh: false }), reason);
    },
    discardPrefetch: prefetcher.discard,
    cancel: (): void => {
      queued.clear();
      prefetcher.discard();
      stop();
    },
  };
}
