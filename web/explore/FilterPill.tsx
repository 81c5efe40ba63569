import { FilterOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { Filter } from '#domain/query/query.ts';
import { filterLabel } from '#display/words/filter.ts';
import { capitalize, type QuerySubject } from '#display/words/subject.ts';
import { useLabelledSubject } from '#web/http/value-labels.ts';
import { useQueryBuilder } from './query-builder.ts';
import { anyOf, type ColumnCondition, filterOf } from './conditions.ts';
import { changeFilter, removeFilter } from './query-edits.ts';
import { FilterEditor } from './FilterEditor.tsx';
import { Pill } from './Pill.tsx';

/** A filter of the query. */
export function FilterPill({ filter, index }: { filter: Filter; index: number }) {
  const { t } = useTranslation();
  const { spec, dataset, look, change } = useQueryBuilder();
  const subject = useLabelledSubject<QuerySubject>(dataset);
  const conditions = anyOf(filter);
  const isBroken = conditions?.some(({ column }) => !dataset.columns.some(({ id }) => id === column)) ?? false;
  const apply = (changed: ColumnCondition[]) =>
    change(changed.length > 0 ? changeFilter(spec, index, filterOf(changed)) : removeFilter(spec, index));
  return (
    <Pill
      text={capitalize(filterLabel(subject, filter, look))}
      icon={<FilterOutlined aria-hidden />}
      isBroken={isBroken}
      onRemove={() => change(removeFilter(spec, index))}
      renderPanel={(close) =>
        conditions && !isBroken ? (
          <FilterEditor
            conditions={conditions}
            excludedFilter={index}
            onApply={(changed) => {
              apply(changed);
              close();
            }}
          />
        ) : (
          <p>{t(isBroken ? 'explore.columnGone' : 'explore.nested')}</p>
        )
      }
    />
  );
}
