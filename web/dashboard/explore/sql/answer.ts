import { useQueryClient } from '@tanstack/react-query';

import { historyQuery } from '#web/http/ask.ts';
import { type Answer, useAsked } from '../answers.ts';
import type { SqlAsk } from './sql-view.ts';

export type SqlAnswer = Answer<SqlAsk>;

/** Asks what the address says; a text that is only being written is not asked. */
export function useSqlAnswer(ask: SqlAsk, zone: string): SqlAnswer {
  const queries = useQueryClient();
  const onEnd = () => void queries.invalidateQueries(historyQuery);
  return useAsked({ ask, zone, place: 'editor', isReady: ask.sql.trim() !== '', onEnd });
}
