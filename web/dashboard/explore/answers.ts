import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { Ask, Result } from '#contract/query.ts';
import { ask as send, type AskProgress } from '#web/http/ask.ts';

/** A small question beside the main one, such as which values there are. */
export const answerQuery = (ask: Ask, zone: string) =>
  queryOptions({
    queryKey: ['answer', ask, zone],
    queryFn: ({ signal }) => send({ ask, zone }, { signal }),
    staleTime: 60_000,
    throwOnError: false,
  });

/** The value once it has rested: who clicks three times asks once. */
export function useRested<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}

export type Answer<A extends Ask = Ask> = {
  /** The last answer with its question; while the next one is under way, the one before. */
  answered: { ask: A; result: Result } | undefined;
  error: Error | null;
  isAsking: boolean;
  /** Whether the person cancelled the question, so that the answer is that of the one before. */
  isStopped: boolean;
  progress: AskProgress | undefined;
  cancel: () => void;
  again: (choice?: { fresh: boolean }) => void;
};

type Asking<A> = { ask: A; zone: string; place: 'card' | 'editor'; isReady: boolean; onEnd?: () => void };

/** Asks whenever the question changes; who leaves a question has cancelled it. */
export function useAsked<A extends Ask>({ ask, zone, place, isReady, onEnd }: Asking<A>): Answer<A> {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<AskProgress>();
  const isFresh = useRef(false);
  const queryKey = ['asked', ask, zone];
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const fresh = isFresh.current;
      isFresh.current = false;
      setProgress(undefined);
      const options = { signal, onProgress: setProgress };
      return { ask, result: await send({ ask, zone, fresh, place }, options).finally(onEnd) };
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    throwOnError: false,
  });
  return {
    answered: data,
    error,
    isAsking: isFetching,
    isStopped: isReady && !isFetching && !error && (isPlaceholderData || !data),
    progress,
    cancel: () => void queries.cancelQueries({ queryKey }),
    again: (choice) => {
      isFresh.current = choice?.fresh ?? false;
      void refetch();
    },
  };
}

const rest = 120;

/** The answer to what is being clicked together. */
export const useAnswer = (wanted: Ask, zone: string): Answer =>
  useAsked({ ask: useRested(wanted, rest), zone, place: 'card', isReady: true });
