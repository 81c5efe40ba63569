import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { questionsOf } from '#contract/dashboard-asks.ts';
import { timeNow } from '#contract/dashboard-filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#contract/dashboard.ts';
import { useZone } from '#web/shell/preferences.ts';
import { type CardAnswer, createRunner, type Going } from './runner.ts';
import { useSource } from './source.ts';

/** The run of a dashboard. It stays the same: who shows something of it listens for that, and for nothing else. */
export type Run = ReturnType<typeof createRunner>;

type Asking = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  state: DashboardState;
  /** The cards that someone may see; all if it is left out. */
  cards?: string[] | undefined;
  /** Those in sight, which are answered first. */
  visible: string[];
};

/** What each card asks, as text: what asks the same has the same answer. A card that asks nothing has none. */
const keysOf = (dashboard: Dashboard, state: DashboardState): Map<string, string> =>
  new Map(
    cardsOf(dashboard).map((card) => {
      const questions = questionsOf(dashboard, card, state);
      // SQL may have the bounds of the time range as parameters, which only the server knows.
      const isSql = questions.some(({ ask }) => ask.kind === 'sql');
      const asked = isSql ? [questions, timeNow(dashboard, state).span] : questions;
      return [card.id, questions.length > 0 ? JSON.stringify(asked) : ''];
    }),
  );

/** Answers the cards of a dashboard, and again whenever they ask something else. */
export function useAsking(run: Run, { id, draft, dashboard, state, cards, visible }: Asking): void {
  const zone = useZone();
  const keys = useMemo(() => keysOf(dashboard, state), [dashboard, state]);
  const wanted = useMemo(() => cards ?? [...keys.keys()], [cards, keys]);
  const question = JSON.stringify([id, draft, zone, wanted.map((card) => [card, keys.get(card)])]);
  // Asked before anything is drawn anew: the answer is on its way meanwhile.
  useLayoutEffect(() => {
    run.want({ id, draft, dashboard, state, zone, cards: wanted, visible, keys });
    // Who scrolls, or renames a card, asks nothing new.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [run, question]);
  // Told after it is wanted, and whenever someone scrolls: what is asked next begins with it.
  useLayoutEffect(() => run.see(visible), [run, visible]);
  useEffect(() => run.cancel, [run]);
}

/** Asks ahead for what whoever presses a button will most likely want when it is let go. */
export function foresee(run: Run, change: (now: DashboardState) => DashboardState): void {
  const now = run.wanted();
  if (!now) return;
  const state = change(now.state);
  run.foresee({ ...now, state, keys: keysOf(now.dashboard, state) });
}

export function useRun(asking: Asking): Run {
  const { run: send } = useSource();
  const [run] = useState(() => createRunner(send));
  useAsking(run, asking);
  return run;
}

/** The last answer of a card, as it comes. */
export const useAnswer = (run: Run, card: string): CardAnswer | undefined =>
  useSyncExternalStore(run.subscribe, () => run.answer(card));

/** Whether the last answer of a card is to another question than the one that is asked now. */
export const useOld = (run: Run, card: string): boolean => useSyncExternalStore(run.subscribe, () => run.isOld(card));

/** Whether a card waits for an answer. */
export const usePending = (run: Run, card: string): boolean =>
  useSyncExternalStore(run.subscribe, () => run.going()?.pending.has(card) ?? false);

/** What is under way. */
export const useGoing = (run: Run): Going | null => useSyncExternalStore(run.subscribe, run.going);

/** The answers of all cards that have one. */
export function useAnswers(run: Run): ReadonlyMap<string, CardAnswer> {
  const cards = useSyncExternalStore(run.subscribe, run.cards);
  return useMemo(() => answersOf(run, cards.keys()), [run, cards]);
}

export const answersOf = (run: Run, cards: Iterable<string>): ReadonlyMap<string, CardAnswer> =>
  new Map([...cards].map((card) => [card, run.answer(card)!]));

const patience = 300;

/** Whether what is under way takes longer than a moment. */
export function useLate(run: Run): boolean {
  const startedAt = useSyncExternalStore(run.subscribe, () => run.going()?.startedAt);
  const [late, setLate] = useState<number>();
  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const timer = setTimeout(() => setLate(startedAt), patience);
    return () => clearTimeout(timer);
  }, [startedAt]);
  return startedAt !== undefined && late === startedAt;
}
