import { useQuery } from '@tanstack/react-query';

import type { Control } from '#domain/dashboard/dashboard.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { labelOf, textOf } from '#display/words/subject.ts';
import { datasetQuery, withRelatedColumns } from '#web/http/datasets.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useSource } from '../dashboard-source.ts';

/** Name and type of a control: the author's label, else those of its target column. */
export function useControlColumn({ label, targets }: Control): { name: string; type: ColumnType | undefined } {
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
  return { name: textOf(label, language) || (data ? labelOf(data, language) : param), type: data?.type };
}
