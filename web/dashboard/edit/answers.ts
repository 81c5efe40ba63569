import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';

import { type Dashboard, plainState } from '#contract/dashboard.ts';
import { type CardAnswer, type Run, useRun } from '#web/dashboard/view/run.ts';

/** The answers of the cards: a card hears only of its own, so that two hundred are not drawn again for each. */
export function createAnswers() {
  let answers: Run['answers'] = new Map();
  const listeners = new Set<() => void>();
  return {
    find: (card: string): CardAnswer | undefined => answers.get(card),
    put: (next: Run['answers']): void => {
      answers = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Answers = ReturnType<typeof createAnswers>;
export const AnswersContext = createContext<Answers>(createAnswers());

/** The answer of a card, as it comes. */
export function useAnswerOf(card: string): CardAnswer | undefined {
  const { subscribe, find } = useContext(AnswersContext);
  return useSyncExternalStore(subscribe, () => find(card));
}

type Asked = { id: string; kept: Dashboard; tab: string; answers: Answers };

/** Asks the cards of a tab; of the draft, so that what is shown is what the server has. Shows nothing itself. */
export function Asking({ id, kept, tab, answers }: Asked): null {
  const cards = (kept.tabs.find((each) => each.id === tab)?.cards ?? none).map((card) => card.id);
  const run = useRun({ id, draft: true, dashboard: kept, state: plainState, cards, visible: none });
  useEffect(() => answers.put(run.answers), [answers, run.answers]);
  return null;
}

const none: never[] = [];
