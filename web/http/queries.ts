import { QueryClient } from '@tanstack/react-query';

import { Problem } from '#contract/errors.ts';

// Trying again helps when the network or the server was away, not when the request was wrong.
const isPassing = (error: Error) =>
  error instanceof Problem && ['offline', 'internal', 'unavailable'].includes(error.code);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && isPassing(error),
      // A page that cannot get what it shows says so in its place; the frame asks not to break with it.
      throwOnError: (_, query) => query.state.data === undefined,
    },
    mutations: { retry: false },
  },
});
