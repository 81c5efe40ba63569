import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { type ErrorCode, Problem } from '#contract/errors.ts';
import type { QuerySpec, Result } from '#domain/query/query.ts';
import { runQuery, type RunProgress } from '#web/http/run-query.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';

/** A small query beside the main one, such as the values of a column. */
export const answerQuery = (spec: QuerySpec, zone: string) =>
  queryOptions({
    queryKey: ['answer', spec, zone],
    queryFn: ({ signal }) => runQuery({ ask: spec, zone }, { signal }),
    staleTime: 60_000,
    throwOnError: false,
  });

export type AnswerState<A extends QuerySpec = QuerySpec> = {
  /** The last result with its query; while the next one runs, the previous one. */
  lastAnswer: { spec: A; result: Result } | undefined;
  error: Error | null;
  isRunning: boolean;
  /** Whether the query was cancelled, so that the result is the previous one. */
  isStopped: boolean;
  progress: RunProgress | undefined;
  cancel: () => void;
  rerun: (choice?: { fresh: boolean }) => void;
};

type AnswerStateOptions<A> = { spec: A; zone: string; place: 'card' | 'editor'; isReady: boolean; onEnd?: () => void };

/** Runs the query whenever it changes; the query it replaces is cancelled. */
export function useAnswerState<A extends QuerySpec>({
  spec,
  zone,
  place,
  isReady,
  onEnd,
}: AnswerStateOptions<A>): AnswerState<A> {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<RunProgress>();
  const isFresh = useRef(false);
  const queryKey = ['query-result', spec, zone];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const fresh = isFresh.current;
      isFresh.current = false;
      setProgress(undefined);
      const options = { signal, onProgress: setProgress };
      return { spec, result: await runQuery({ ask: spec, zone, fresh, place }, options).finally(onEnd) };
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    throwOnError: false,
  });
  return {
    // Rows that a row rule hides since the last result must not stay on the page.
    lastAnswer: isRowsProblem(error) ? undefined : data,
    error,
    isRunning: isFetching,
    isStopped: isReady && !isFetching && !error && (isPlaceholderData || !data),
    progress,
    cancel: () => void queries.cancelQueries({ queryKey }),
    rerun: (choice) => {
      isFresh.current = choice?.fresh ?? false;
      void refetch();
    },
  };
}

const rowsCodes = new Set<ErrorCode>(['rows_hidden', 'row_attribute_missing', 'row_rule_broken', 'row_rules_changed']);

const isRowsProblem = (error: Error | null) => error instanceof Problem && rowsCodes.has(error.code);

const debounceMs = 120;

/** The debounced answer of the query being built. */
export const useAnswer = (spec: QuerySpec, zone: string): AnswerState =>
  useAnswerState({ spec: useDebounced(spec, debounceMs), zone, place: 'card', isReady: true });
