import { useQueryClient } from '@tanstack/react-query';

import { historyQuery } from '#web/http/run-query.ts';
import { type AnswerState, useAnswerState } from '../use-answer.ts';
import type { SqlViewSpec } from './sql-view.ts';

export type SqlAnswer = AnswerState<SqlViewSpec>;

/** Runs the submitted query, not the one being edited. */
export function useSqlAnswer(spec: SqlViewSpec, zone: string): SqlAnswer {
  const queries = useQueryClient();
  const onEnd = () => void queries.invalidateQueries(historyQuery);
  return useAnswerState({ spec, zone, place: 'editor', isReady: spec.sql.trim() !== '', onEnd });
}
