import { queryOptions } from '@tanstack/react-query';

import type { SharedKind } from '#contract/access/routes.ts';
import { call } from '#web/http/client.ts';

export const namesQuery = queryOptions({
  queryKey: ['members', 'names'],
  queryFn: ({ signal }) => call('GET /members/names', {}, signal),
});

/** The audience of an item; not cached, as it is read to be edited. */
export const audienceQuery = (kind: SharedKind, id: string) =>
  queryOptions({
    queryKey: [kind, id, 'access'],
    queryFn: ({ signal }) => call(`GET /${kind}s/:id/access`, { id }, signal),
    staleTime: 0,
    gcTime: 0,
  });
