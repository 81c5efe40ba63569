import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Result } from '#contract/query.ts';
import { ask as send, type AskProgress, historyQuery } from '#web/http/ask.ts';
import type { SqlAsk } from './sql-view.ts';

export type SqlAnswer = {
  /** The last answer with its question; while the next one is under way, the one before. */
  answered: { ask: SqlAsk; result: Result } | undefined;
  error: Error | null;
  isAsking: boolean;
  /** Whether it was cancelled before there was an answer. */
  isStopped: boolean;
  progress: AskProgress | undefined;
  cancel: () => void;
  again: (choice?: { fresh: boolean }) => void;
};

/** Asks what the address says; a text that is only being written is not asked. */
export function useSqlAnswer(ask: SqlAsk, zone: string): SqlAnswer {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<AskProgress>();
  const isFresh = useRef(false);
  const isAsked = ask.sql.trim() !== '';
  const queryKey = ['asked', ask, zone];
  const { data, error, isFetching, isPlaceholderData, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const fresh = isFresh.current;
      isFresh.current = false;
      setProgress(undefined);
      try {
        const result = await send({ ask, zone, fresh, place: 'editor' }, { signal, onProgress: setProgress });
        return { ask, result };
      } finally {
        void queries.invalidateQueries(historyQuery);
      }
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    throwOnError: false,
  });
  return {
    answered: data,
    error: error ?? null,
    isAsking: isFetching,
    isStopped: isAsked && !isFetching && (isPlaceholderData || isPending),
    progress,
    cancel: () => void queries.cancelQueries({ queryKey }),
    again: (choice) => {
      isFresh.current = choice?.fresh ?? false;
      void refetch();
    },
  };
}
