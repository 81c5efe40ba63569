import { useQuery } from '@tanstack/react-query';

import type { Control } from '#contract/dashboard.ts';
import type { ColumnType } from '#contract/query.ts';
import { labelOf, textOf } from '#display/words/subject.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLanguage } from '#web/ui/language.ts';
import { useSource } from '../source.ts';

/** What a control is called, and what its values are: as its author said, else as the column that it acts on. */
export function useControlColumn({ label, targets }: Control): { name: string; type: ColumnType | undefined } {
  const language = useLanguage();
  const target = targets.find((each) => each.kind === 'column');
  const { subjects } = useSource();
  const { data: asked } = useQuery({
    ...datasetQuery(target?.dataset ?? ''),
    select: ({ columns }) => columns.find(({ id }) => id === target?.column),
    enabled: target !== undefined && !subjects,
    throwOnError: false,
    retry: false,
  });
  const known = subjects?.[target?.dataset ?? '']?.columns.find(({ id }) => id === target?.column);
  const data = asked ?? known;
  const [first] = targets;
  const param = first?.kind === 'param' ? first.param : '';
  return { name: textOf(label, language) || (data ? labelOf(data, language) : param), type: data?.type };
}
