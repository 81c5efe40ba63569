import { useQuery } from '@tanstack/react-query';

import type { Dataset } from '#contract/datasets.ts';
import type { Ask } from '#contract/query.ts';
import type { Subject } from '#display/words/subject.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useSource } from './source.ts';

// What grows with every push is left out, so that nothing is drawn again for it.
const subjectOf = ({ columns, metrics }: Dataset): Subject => ({ columns, metrics });
const nobody: Subject = { columns: [], metrics: [] };

/** What a question is about; of SQL, or of a dataset that is gone, nothing is known. Undefined until it is. */
export function useSubject(ask: Ask | undefined): Subject | undefined {
  const dataset = ask?.kind === 'query' ? ask.dataset : '';
  const { subjects } = useSource();
  const { data, isPending } = useQuery({
    ...datasetQuery(dataset),
    select: subjectOf,
    enabled: dataset !== '' && !subjects,
    throwOnError: false,
    retry: false,
  });
  if (subjects) return subjects[dataset] ?? nobody;
  return data ?? (dataset !== '' && isPending ? undefined : nobody);
}
