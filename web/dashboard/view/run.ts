import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { questionsOf } from '#contract/dashboard-asks.ts';
import { timeNow } from '#contract/dashboard-filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#contract/dashboard.ts';
import type { Problem } from '#contract/errors.ts';
import { useZone } from '#web/shell/preferences.ts';
import { createRunner, type Going, type Kept } from './runner.ts';

/** The last answer of a card; while the next one is under way, the one before. */
export type CardAnswer = Omit<Kept, 'key'> & {
  /** Why the card itself has no answer. */
  error: Problem | undefined;
  /** Whether it answers another question than the one that is asked now. */
  isStale: boolean;
};

export type Run = {
  answers: ReadonlyMap<string, CardAnswer>;
  going: Going | null;
  isRunning: boolean;
  /** Asks again: all cards or these, and from the data itself if it must be fresh. */
  again: (choice?: { fresh?: boolean; cards?: string[] }) => void;
  cancel: () => void;
};

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

// A card is drawn again only if its answer is another object.
const shown = new WeakMap<Kept, { [Stale in `${boolean}`]?: CardAnswer }>();

function answerOf(kept: Kept, isStale: boolean): CardAnswer {
  const known = shown.get(kept) ?? {};
  shown.set(kept, known);
  const { key: _key, ...answer } = kept;
  return (known[`${isStale}`] ??= { ...answer, error: answer.errors[''], isStale });
}

/** Answers the cards of a dashboard, and again whenever they ask something else. */
export function useRun({ id, draft, dashboard, state, cards, visible }: Asking): Run {
  const zone = useZone();
  const [runner] = useState(createRunner);
  const { kept, going } = useSyncExternalStore(runner.subscribe, runner.snapshot);
  const keys = useMemo(() => keysOf(dashboard, state), [dashboard, state]);
  const wanted = useMemo(() => cards ?? [...keys.keys()], [cards, keys]);
  const question = JSON.stringify([id, draft, zone, wanted.map((card) => [card, keys.get(card)])]);
  useEffect(() => {
    runner.want({ id, draft, dashboard, state, zone, cards: wanted, visible, keys });
    // Who scrolls, or renames a card, asks nothing new.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [runner, question]);
  useEffect(() => runner.cancel, [runner]);
  const answers = useMemo(
    () => new Map([...kept].map(([card, each]) => [card, answerOf(each, each.key !== keys.get(card))])),
    [kept, keys],
  );
  return { answers, going, isRunning: going !== null, again: runner.again, cancel: runner.cancel };
}
