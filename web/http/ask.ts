import { queryOptions } from '@tanstack/react-query';

import type { Input } from '#contract/api.ts';
import type { AnswerLine } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import type { Result } from '#contract/query.ts';
import { call } from './client.ts';
import { readLines } from './lines.ts';

/** How a question is getting on: how many are before it, or that it runs. */
export type AskProgress = Extract<AnswerLine, { kind: 'waiting' | 'running' }>;

type Options = { signal?: AbortSignal; onProgress?: (progress: AskProgress) => void };

/** Asks a question; who aborts it has cancelled it. Fails with a Problem, of SQL with the place in `params.at`. */
export async function ask(input: Input<'POST /queries'>, { signal, onProgress }: Options = {}): Promise<Result> {
  let result: Result | undefined;
  await readLines<AnswerLine>('POST /queries', input, {
    signal,
    onLine: (line) => (line.kind === 'result' ? (result = line.result) : onProgress?.(line)),
  });
  if (!result) throw new Problem('offline');
  return result;
}

export const datasetsQuery = queryOptions({
  queryKey: ['dataset', 'all'],
  queryFn: ({ signal }) => call('GET /datasets', {}, signal),
});

export const chartsQuery = queryOptions({
  queryKey: ['charts'],
  queryFn: ({ signal }) => call('GET /charts', {}, signal),
});

export const chartQuery = (id: string) =>
  queryOptions({
    queryKey: ['chart', id],
    queryFn: ({ signal }) => call('GET /charts/:id', { id }, signal),
  });

export const historyQuery = queryOptions({
  queryKey: ['history'],
  queryFn: ({ signal }) => call('GET /queries/history', {}, signal),
});

export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: ({ signal }) => call('GET /queries/limits', {}, signal),
});
