import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => call('GET /groups', {}, signal),
});

/** Names of attributes that members have. */
export const attributeNamesQuery = queryOptions({
  queryKey: ['members', 'attributes'],
  queryFn: ({ signal }) => call('GET /members/attributes', {}, signal),
});
