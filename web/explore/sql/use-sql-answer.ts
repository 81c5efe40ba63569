import { useQueryClient } from '@tanstack/react-query';

import { historyQuery } from '#web/http/run-query.ts';
import { type AnswerState, useAnswerState } from '../use-answer.ts';
import type { SqlViewAsk } from './sql-view.ts';

export type SqlAnswer = AnswerState<SqlViewAsk>;

/** Runs the submitted query, not the one being edited. */
export function useSqlAnswer(ask: SqlViewAsk, zone: string): SqlAnswer {
  const queries = useQueryClient();
  const onEnd = () => void queries.invalidateQueries(historyQuery);
  return useAnswerState({ ask, zone, place: 'editor', isReady: ask.sql.trim() !== '', onEnd });
}
