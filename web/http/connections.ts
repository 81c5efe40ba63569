import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

/** Whether the signed-in member may connect databases. */
export const connectRightsQuery = queryOptions({
  queryKey: ['connections', 'rights'],
  queryFn: ({ signal }) => call('GET /connections', {}, signal),
  staleTime: 60_000,
});

export const connectionQuery = (application: string) =>
  queryOptions({
    queryKey: ['connection', application],
    queryFn: ({ signal }) => call('GET /applications/:id/connection', { id: application }, signal),
  });

// Not below the key of the application: every live change would read the catalog of the database again.

export const tablesQuery = (application: string) =>
  queryOptions({
    queryKey: ['tables', application],
    queryFn: ({ signal }) => call('GET /applications/:id/tables', { id: application }, signal),
    refetchOnWindowFocus: false,
  });

export const tableColumnsQuery = (application: string, { schema, name }: { schema: string; name: string }) =>
  queryOptions({
    queryKey: ['tables', application, 'columns', schema, name],
    queryFn: ({ signal }) => call('GET /applications/:id/tables/columns', { id: application, schema, name }, signal),
    staleTime: 60_000,
  });
