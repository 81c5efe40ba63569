import { queryOptions } from '@tanstack/react-query';

import type { FolderKind } from '#contract/folders/routes.ts';
import { call } from './client.ts';

export const foldersQuery = (kind: FolderKind) =>
  queryOptions({
    queryKey: ['folders', kind],
    queryFn: ({ signal }) => call('GET /folders', { kind }, signal),
    // Several parts of a page share one request; the live stream invalidates it.
    staleTime: 10_000,
  });
