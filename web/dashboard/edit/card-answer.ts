import { useQueries } from '@tanstack/react-query';

import { questionsOf } from '#contract/dashboard-asks.ts';
import { type Card, type Dashboard, plainState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { answerQuery } from '#web/dashboard/explore/answers.ts';
import type { CardAnswer } from '#web/dashboard/view/run.ts';
import { useLook } from '#web/shell/preferences.ts';

/** The answer of a card of any version: what is neither published nor a draft has no run, so it is asked by itself. */
export function useCardAnswer(dashboard: Dashboard, card: Card): CardAnswer | undefined {
  const { zone } = useLook();
  const questions = questionsOf(dashboard, card, plainState);
  const answers = useQueries({
    queries: questions.map(({ ask }) => ({ ...answerQuery(ask, zone), throwOnError: false, retry: false })),
  });
  if (answers.some(({ isPending }) => isPending)) return undefined;
  const results: CardAnswer['results'] = {};
  const errors: CardAnswer['errors'] = {};
  for (const [index, { name }] of questions.entries()) {
    const { data, error } = answers[index]!;
    if (data) results[name] = data;
    if (error instanceof Problem) errors[name] = error;
  }
  return { results, errors, error: errors[''], isStale: false, asked: { dashboard, state: plainState } };
}
