import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { QuerySpec } from '#domain/query/query.ts';
import { type QuerySubject, emptySubject } from '#display/words/subject.ts';
import { type NamedVerification, verificationsOf } from '#display/words/verification.ts';
import { datasetQuery, type DatasetWithRelated, withRelatedColumns } from '#web/http/datasets.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useSource } from './dashboard-source.ts';

// Omits fields that change with every push, so that nothing renders again for them.
const subjectOf = (dataset: DatasetWithRelated): QuerySubject => {
  const { columns, metrics } = withRelatedColumns(dataset);
  return { columns, metrics };
};
/** The dataset fields of a query; empty for SQL or a deleted dataset, undefined while loading. */
export function useSubject(spec: QuerySpec | undefined): QuerySubject | undefined {
  const dataset = spec?.kind === 'query' ? spec.dataset : '';
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

const noMarks: NamedVerification[] = [];

/** The verification marks of the numbers of a query; none on public pages. */
export function useVerifications(spec: QuerySpec | undefined): NamedVerification[] {
  const language = useLanguage();
  const dataset = spec?.kind === 'query' ? spec.dataset : '';
  const { subjects } = useSource();
  const select = useCallback(
    (loaded: DatasetWithRelated) => (spec ? verificationsOf(spec, loaded, language) : noMarks),
    [spec, language],
  );
  const { data = noMarks } = useQuery({
    ...datasetQuery(dataset),
    select,
    enabled: dataset !== '' && !subjects,
    throwOnError: false,
    retry: false,
  });
  return data;
}
