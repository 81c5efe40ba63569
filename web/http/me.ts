import { queryOptions, useQuery } from '@tanstack/react-query';

import { applyPreferences, countChoices } from '#web/shell/apply-preferences.ts';
import { call } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const before = countChoices();
    const me = await call('GET /me', {}, signal);
    // A choice made during the request is newer.
    if (before === countChoices()) applyPreferences(me.preferences);
    return me;
  },
  staleTime: 60_000,
});

/** Whether the signed-in member may edit applications and their contents. */
export function useIsEditor(): boolean {
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  return me !== undefined && me.role !== 'viewer';
}
