import { createContext, memo, useContext } from 'react';

import { type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import { type DashboardRun, useAnswer, useRunCards, useIsStale } from '#web/viewer/run.ts';
import { type CardAnswer, createRunner } from '#web/viewer/runner.ts';

/** Holds the answers; each card subscribes to its own only, so that one answer does not render all cards again. */
export const AnswersContext = createContext<DashboardRun>(createRunner());

/** Whether the card's answer belongs to an outdated query. */
export const useIsStaleInEditor = (card: string): boolean => useIsStale(useContext(AnswersContext), card);

/** The card's latest answer. */
export const useAnswerInEditor = (card: string): CardAnswer | undefined => useAnswer(useContext(AnswersContext), card);

type DraftRunnerProps = { id: string; savedDraft: Dashboard; tab: string; run: DashboardRun };

/** Runs the cards of a tab of the saved draft, so that the preview matches the server. Renders nothing. */
export const DraftRunner = memo(function DraftRunner({ id, savedDraft, tab, run }: DraftRunnerProps): null {
  const cards = (savedDraft.tabs.find((each) => each.id === tab)?.cards ?? noCards).map((card) => card.id);
  useRunCards(run, { id, draft: true, dashboard: savedDraft, state: defaultState, cards, visible: noCards });
  return null;
});

const noCards: never[] = [];
