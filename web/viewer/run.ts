import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { queriesOfCard } from '#domain/dashboard/queries.ts';
import { currentTimeOf } from '#domain/dashboard/filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import { useZone } from '#web/shell/preferences.ts';
import type { PrefetchReason } from './prefetch.ts';
import { type CardAnswer, createRunner, type DashboardRunProgress } from './runner.ts';
import { useSource } from './dashboard-source.ts';

/** The run of a dashboard: a stable object; consumers subscribe to the part they show. */
export type DashboardRun = ReturnType<typeof createRunner>;

type CardRunOptions = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  state: DashboardState;
  /** The cards on unfolded sections; all if omitted. */
  cards?: string[] | undefined;
  /** The visible cards, which are answered first. */
  visible: string[];
};

/** Cache keys of the cards: the serialized queries. Empty for a card without queries. */
const keysOf = (dashboard: Dashboard, state: DashboardState): Map<string, string> =>
  new Map(
    cardsOf(dashboard).map((card) => {
      const queries = queriesOfCard(dashboard, card, state);
      // SQL may use the bounds of the time range as parameters, which only the server resolves.
      const isSql = queries.some(({ spec }) => spec.kind === 'sql');
      const keyParts = isSql ? [queries, currentTimeOf(dashboard, state).span] : queries;
      return [card.id, queries.length > 0 ? JSON.stringify(keyParts) : ''];
    }),
  );

/** Runs the cards of a dashboard, and again whenever their queries change. */
export function useRunCards(run: DashboardRun, { id, draft, dashboard, state, cards, visible }: CardRunOptions): void {
  const zone = useZone();
  const keys = useMemo(() => keysOf(dashboard, state), [dashboard, state]);
  const requestedCards = useMemo(() => cards ?? [...keys.keys()], [cards, keys]);
  const requestKey = JSON.stringify([id, draft, zone, requestedCards.map((card) => [card, keys.get(card)])]);
  // A layout effect: the request is sent before the page renders again.
  useLayoutEffect(() => {
    run.setRequest({ id, draft, dashboard, state, zone, cards: requestedCards, visible, keys });
    // Scrolling or renaming a card changes no query.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [run, requestKey]);
  // After the request, and on every scroll: the next run starts with the visible cards.
  useLayoutEffect(() => run.setVisible(visible), [run, visible]);
  useEffect(() => run.cancel, [run]);
}

type PrefetchOptions = { reason: PrefetchReason; change: (now: DashboardState) => DashboardState };

/** Prefetches, before a click, the run that it will need. */
export function prefetch(run: DashboardRun, { reason, change }: PrefetchOptions): void {
  const now = run.request();
  if (!now) return;
  const state = change(now.state);
  run.prefetch({ ...now, state, keys: keysOf(now.dashboard, state) }, reason);
}

export function useRun(options: CardRunOptions): DashboardRun {
  const { run: send } = useSource();
  const [run] = useState(() => createRunner(send));
  useRunCards(run, options);
  return run;
}

/** The last answer of a card. */
export const useAnswer = (run: DashboardRun, card: string): CardAnswer | undefined =>
  useSyncExternalStore(run.subscribe, () => run.answer(card));

/** Whether the last answer of a card belongs to an outdated query. */
export const useIsStale = (run: DashboardRun, card: string): boolean =>
  useSyncExternalStore(run.subscribe, () => run.isStale(card));

/** Whether a card waits for an answer. */
export const usePending = (run: DashboardRun, card: string): boolean =>
  useSyncExternalStore(run.subscribe, () => run.progress()?.pending.has(card) ?? false);

/** Progress of the current run. */
export const useRunProgress = (run: DashboardRun): DashboardRunProgress | null =>
  useSyncExternalStore(run.subscribe, run.progress);

/** The answers of all cards that have one. */
export function useAnswers(run: DashboardRun): ReadonlyMap<string, CardAnswer> {
  const cards = useSyncExternalStore(run.subscribe, run.cards);
  return useMemo(() => answersOf(run, cards.keys()), [run, cards]);
}

export const answersOf = (run: DashboardRun, cards: Iterable<string>): ReadonlyMap<string, CardAnswer> =>
  new Map([...cards].map((card) => [card, run.answer(card)!]));

const lateAfterMs = 300;

/** Whether the current run has taken longer than `lateAfterMs`. */
export function useLate(run: DashboardRun): boolean {
  const startedAt = useSyncExternalStore(run.subscribe, () => run.progress()?.startedAt);
  const [late, setLate] = useState<number>();
  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const timer = setTimeout(() => setLate(startedAt), lateAfterMs);
    return () => clearTimeout(timer);
  }, [startedAt]);
  return startedAt !== undefined && late === startedAt;
}
