import { useQueries, useQuery } from '@tanstack/react-query';

import type { Filter } from '#domain/query/query.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import { labelKeyOf, namedValuesOf } from '#domain/query/value-labels.ts';
import { call } from '#web/http/client.ts';
import { labelledColumnsQuery, rememberValues, useRememberedLabels } from '#web/http/value-labels.ts';

/** Loads labels of filter values that no result has contained yet, for example after opening a link. */
export function useFilterLabels(dataset: string, filters: Filter[], zone: string): void {
  const remembered = useRememberedLabels();
  const { data: labelled = [] } = useQuery({ ...labelledColumnsQuery(dataset), enabled: filters.length > 0 });
  const missing = filters
    .flatMap(namedValuesOf)
    .filter(([column]) => relationStepOf(column).relation !== '' || labelled.some((each) => each.column === column))
    .map(([column, values]) => ({
      column,
      only: values.filter((value) => !remembered[column]?.[labelKeyOf(value) ?? '']).slice(0, 1000),
    }))
    .filter(({ only }) => only.length > 0);
  useQueries({
    queries: missing.map(({ column, only }) => ({
      queryKey: ['dataset', dataset, 'labels-of', column, only],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const listed = await call('POST /datasets/:id/values', { id: dataset, column, only, zone }, signal);
        rememberValues(column, listed);
        return listed;
      },
      staleTime: 60_000,
      throwOnError: false,
      retry: false,
    })),
  });
}
