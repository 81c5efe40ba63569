import { queryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => call('GET /notifications/unread', {}, signal),
  // The live stream invalidates it for each new one.
  staleTime: 60_000,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call('GET /notifications/settings', {}, signal),
});
