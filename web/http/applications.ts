import { queryOptions, useQuery } from '@tanstack/react-query';

import { call } from './client.ts';

// Query keys of an application's parts start with its key, so that one invalidation refreshes all of them.

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => call('GET /applications', {}, signal),
});

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id, 'self'],
    queryFn: ({ signal }) => call('GET /applications/:id', { id }, signal),
  });

/** Whether the signed-in member may edit an application and its contents. */
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
