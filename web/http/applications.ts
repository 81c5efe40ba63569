import { queryOptions, useQuery } from '@tanstack/react-query';

import { call } from './client.ts';

// What belongs to an application has a key below that of the application, so that one change refreshes all of it.

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => call('GET /applications', {}, signal),
});

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id, 'self'],
    queryFn: ({ signal }) => call('GET /applications/:id', { id }, signal),
  });

/** Whether the signed-in member may change an application and what is in it. */
export function useMayEdit(id: string): boolean {
  const { data: application } = useQuery({ ...applicationQuery(id), throwOnError: false });
  return application?.right === 'edit';
}

export const datasetsQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id, 'datasets'],
    queryFn: ({ signal }) => call('GET /applications/:id/datasets', { id }, signal),
  });

export const keysQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id, 'keys'],
    queryFn: ({ signal }) => call('GET /applications/:id/keys', { id }, signal),
  });

export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: ({ signal }) => call('GET /trash', {}, signal),
});
