import { queryOptions, useQuery } from '@tanstack/react-query';

import { adoptPreferences, countChoices } from '#web/shell/adopt.ts';
import { call } from './client.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const before = countChoices();
    const me = await call('GET /me', {}, signal);
    // What was chosen while this was on its way is newer.
    if (before === countChoices()) adoptPreferences(me.preferences);
    return me;
  },
  staleTime: 60_000,
});

/** Whether the signed-in member may change applications and what is in them. */
export function useIsEditor(): boolean {
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  return me !== undefined && me.role !== 'viewer';
}
