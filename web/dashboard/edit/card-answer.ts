import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { questionsOf } from '#contract/dashboard-asks.ts';
import { type Card, type Dashboard, plainState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Result } from '#contract/query.ts';
import { answerQuery } from '#web/dashboard/explore/answers.ts';
import type { CardAnswer } from '#web/dashboard/view/runner.ts';
import { useLook } from '#web/shell/preferences.ts';

type Asked = { data: Result | undefined; error: Error | null; isPending: boolean };

/** The answer of a card of any version: what is neither published nor a draft has no run, so it is asked by itself. */
export function useCardAnswer(dashboard: Dashboard, card: Card): CardAnswer | undefined {
  const { zone } = useLook();
  const questions = useMemo(() => questionsOf(dashboard, card, plainState), [dashboard, card]);
  const combine = useCallback(
    (answers: Asked[]): CardAnswer | undefined => {
      if (answers.some(({ isPending }) => isPending)) return undefined;
      const named = questions.map(({ name }, index) => ({ name, ...answers[index]! }));
      const results = Object.fromEntries(named.flatMap(({ name, data }) => (data ? [[name, data]] : [])));
      const errors = Object.fromEntries(
        named.flatMap(({ name, error }) => (error instanceof Problem ? [[name, error]] : [])),
      );
      return { results, errors, error: errors[''], asked: { dashboard, state: plainState } };
    },
    [questions, dashboard],
  );
  return useQueries({
    queries: questions.map(({ ask }) => ({ ...answerQuery(ask, zone), throwOnError: false, retry: false })),
    combine,
  });
}
