import { queryOptions, useQuery } from '@tanstack/react-query';

import { call } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('GET /me', {}, signal),
  staleTime: 60_000,
});

/** Whether the signed-in member may change applications and what is in them. */
export function useIsEditor(): boolean {
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  return me !== undefined && me.role !== 'viewer';
}
