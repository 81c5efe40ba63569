import { QueryClient } from '@tanstack/react-query';

import { Problem } from '#contract/errors.ts';

// A retry helps after a network or server failure, not after a wrong request.
const isTransient = (error: Error) =>
  error instanceof Problem && ['offline', 'internal', 'unavailable'].includes(error.code);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && isTransient(error),
      // A page without data shows its error inside the layout; queries of the layout opt out.
      throwOnError: (_, query) => query.state.data === undefined,
    },
    mutations: { retry: false },
  },
});
