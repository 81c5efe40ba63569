import { queryOptions } from '@tanstack/react-query';

import type { Import, Upload } from '#contract/imports/routes.ts';
import { call } from './client.ts';

const isRunning = (state: Import['state'] | undefined) => state === 'waiting' || state === 'loading';
const isBeingRead = (state: Upload['state'] | undefined) => state === 'uploading' || state === 'reading';

// The live stream reports changes; polling helps where a proxy buffers it.
const pollMs = 1_500;

export const importsQuery = (application: string) =>
  queryOptions({
    queryKey: ['application', application, 'imports'],
    queryFn: ({ signal }) => call('GET /applications/:id/imports', { id: application }, signal),
    refetchInterval: ({ state }) => state.data?.some((each) => isRunning(each.state)) && pollMs,
  });

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: ({ signal }) => call('GET /imports/:id', { id }, signal),
    refetchInterval: ({ state }) => state.status === 'success' && isRunning(state.data?.state) && pollMs,
  });

export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['upload', id],
    queryFn: ({ signal }) => call('GET /uploads/:id', { id }, signal),
    refetchInterval: ({ state }) => state.status === 'success' && isBeingRead(state.data?.state) && pollMs,
  });

/** The columns of a table as they were read, matched with those of a dataset. */
export const matchesQuery = ({ id, options }: Pick<Upload, 'id' | 'options'>, table: number, dataset: string) =>
  queryOptions({
    queryKey: ['upload-matches', id, options, table, dataset],
    queryFn: () => call('POST /uploads/:id/matches', { id, table, dataset }),
    staleTime: Infinity,
  });
