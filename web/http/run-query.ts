import { queryOptions } from '@tanstack/react-query';

import type { ApiInput } from '#contract/api.ts';
import type { AnswerLine } from '#contract/queries/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Result } from '#domain/query/query.ts';
import { call } from './client.ts';
import { readLines } from './json-lines.ts';
import { rememberResult } from './value-labels.ts';

/** Progress of a query: its position in the queue, or that it runs. */
export type RunProgress = Extract<AnswerLine, { kind: 'waiting' | 'running' }>;

type RunQueryOptions = { signal?: AbortSignal; onProgress?: (progress: RunProgress) => void };

type AnswerKey = 'POST /queries' | 'POST /applications/:id/sql/preview';

async function readAnswer<K extends AnswerKey>(
  key: K,
  input: ApiInput<K>,
  { signal, onProgress }: RunQueryOptions = {},
): Promise<Result> {
  let result: Result | undefined;
  await readLines<AnswerLine>(key, input, {
    signal,
    onLine: (line) => (line.kind === 'result' ? (result = line.result) : onProgress?.(line)),
  });
  if (!result) throw new Problem('offline');
  rememberResult(result);
  return result;
}

/** Runs a query; aborting cancels it. Fails with a Problem, for SQL with the position in `params.at`. */
export const runQuery = (input: ApiInput<'POST /queries'>, options?: RunQueryOptions): Promise<Result> =>
  readAnswer('POST /queries', input, options);

/** Runs SQL in a connected database, and returns its first rows; aborting cancels it. */
export const previewSql = (
  input: ApiInput<'POST /applications/:id/sql/preview'>,
  options?: RunQueryOptions,
): Promise<Result> => readAnswer('POST /applications/:id/sql/preview', input, options);

export const allDatasetsQuery = queryOptions({
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
