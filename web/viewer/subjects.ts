import { useQuery } from '@tanstack/react-query';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Ask } from '#domain/query/query.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useSource } from './dashboard-source.ts';

// Omits fields that change with every push, so that nothing renders again for them.
const subjectOf = ({ columns, metrics }: Dataset): QuerySubject => ({ columns, metrics });
const emptySubject: QuerySubject = { columns: [], metrics: [] };

/** The dataset fields of a query; empty for SQL or a deleted dataset, undefined while loading. */
export function useSubject(ask: Ask | undefined): QuerySubject | undefined {
  const dataset = ask?.kind === 'query' ? ask.dataset : '';
  const { subjects } = useSource();
  const { data, isPending } = useQuery({
    ...datasetQuery(dataset),
    select: subjectOf,
    enabled: dataset !== '' && !subjects,
    throwOnError: false,
    retry: false,
  });
  if (subjects) return subjects[dataset] ?? emptySubject;
  return data ?? (dataset !== '' && isPending ? undefined : emptySubject);
}
