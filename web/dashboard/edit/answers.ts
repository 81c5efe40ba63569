import { createContext, memo, useContext } from 'react';

import { type Dashboard, plainState } from '#contract/dashboard.ts';
import { type Run, useAnswer, useAsking, useOld } from '#web/dashboard/view/run.ts';
import { type CardAnswer, createRunner } from '#web/dashboard/view/runner.ts';

/** The answers of the cards: a card hears only of its own, so that two hundred are not drawn again for each. */
export const AnswersContext = createContext<Run>(createRunner());

/** Whether the answer of a card is to another question than the one that is asked now. */
export const useOldOf = (card: string): boolean => useOld(useContext(AnswersContext), card);

/** The answer of a card, as it comes. */
export const useAnswerOf = (card: string): CardAnswer | undefined => useAnswer(useContext(AnswersContext), card);

type Asked = { id: string; kept: Dashboard; tab: string; run: Run };

/** Asks the cards of a tab; of the draft, so that what is shown is what the server has. Shows nothing itself. */
export const Asking = memo(function Asking({ id, kept, tab, run }: Asked): null {
  const cards = (kept.tabs.find((each) => each.id === tab)?.cards ?? none).map((card) => card.id);
  useAsking(run, { id, draft: true, dashboard: kept, state: plainState, cards, visible: none });
  return null;
});

const none: never[] = [];
