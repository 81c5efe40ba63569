import { useQuery } from '@tanstack/react-query';

import type { Control } from '#domain/dashboard/dashboard.ts';
import type { ColumnValueKind } from '#display/words/filter.ts';
import { labelOf, textOf } from '#display/words/subject.ts';
import { datasetQuery, withRelatedColumns } from '#web/http/datasets.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useRememberedLabels } from '#web/http/value-labels.ts';
import { useSource } from '../dashboard-source.ts';

/** Name of a control, the author's label or that of its target column, and the kind of its values. */
export function useControlColumn({ label, targets }: Control): { name: string; kind: ColumnValueKind } {
  const language = useLanguage();
  const target = targets.find((each) => each.kind === 'column');
  const { subjects } = useSource();
  const { data: loaded } = useQuery({
    ...datasetQuery(target?.dataset ?? ''),
    select: (dataset) => withRelatedColumns(dataset).columns.find(({ id }) => id === target?.column),
    enabled: target !== undefined && !subjects,
    throwOnError: false,
    retry: false,
  });
  const shared = subjects?.[target?.dataset ?? '']?.columns.find(({ id }) => id === target?.column);
  const data = loaded ?? shared;
  const [first] = targets;
  const param = first?.kind === 'param' ? first.param : '';
  const labels = useRememberedLabels()[target?.column ?? ''];
  return {
    name: textOf(label, language) || (data ? labelOf(data, language) : param),
    kind: { type: data?.type, labels },
  };
}
