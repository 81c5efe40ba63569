import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { questionsOf } from '#domain/dashboard/queries.ts';
import { type Card, type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Result } from '#domain/query/query.ts';
import { answerQuery } from '#web/explore/use-answer.ts';
import type { CardAnswer } from '#web/viewer/runner.ts';
import { useLook } from '#web/shell/preferences.ts';

type AnswerQueryState = { data: Result | undefined; error: Error | null; isPending: boolean };

/**
 * The answer of a card of any version. Versions other than the published one and the draft cannot be run as a
 * dashboard, so each question is a separate query.
 */
export function useCardAnswer(dashboard: Dashboard, card: Card): CardAnswer | undefined {
  const { zone } = useLook();
  const questions = useMemo(() => questionsOf(dashboard, card, defaultState), [dashboard, card]);
  const combine = useCallback(
    (answers: AnswerQueryState[]): CardAnswer | undefined => {
      if (answers.some(({ isPending }) => isPending)) return undefined;
      const named = questions.map(({ name }, index) => ({ name, ...answers[index]! }));
      const results = Object.fromEntries(named.flatMap(({ name, data }) => (data ? [[name, data]] : [])));
      const errors = Object.fromEntries(
        named.flatMap(({ name, error }) => (error instanceof Problem ? [[name, error]] : [])),
      );
      return { results, errors, error: errors[''], request: { dashboard, state: defaultState } };
    },
    [questions, dashboard],
  );
  return useQueries({
    queries: questions.map(({ ask }) => ({ ...answerQuery(ask, zone), throwOnError: false, retry: false })),
    combine,
  });
}
