import { FilterOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { Filter } from '#contract/query.ts';
import { filterLabel } from '#display/words/filter.ts';
import { upright } from '#display/words/subject.ts';
import { useBoard } from './board.ts';
import { anyOf, type ColumnCondition, filterOf } from './conditions.ts';
import { changeFilter, removeFilter } from './edit.ts';
import { FilterEditor } from './FilterEditor.tsx';
import { Pill } from './Pill.tsx';

/** A condition in words; opens to be changed. */
export function FilterPill({ filter, index }: { filter: Filter; index: number }) {
  const { t } = useTranslation();
  const { ask, dataset, look, change } = useBoard();
  const conditions = anyOf(filter);
  const isBroken = conditions?.some(({ column }) => !dataset.columns.some(({ id }) => id === column)) ?? false;
  const apply = (changed: ColumnCondition[]) =>
    change(changed.length > 0 ? changeFilter(ask, index, filterOf(changed)) : removeFilter(ask, index));
  return (
    <Pill
      text={upright(filterLabel(dataset, filter, look))}
      icon={<FilterOutlined aria-hidden />}
      isBroken={isBroken}
      onRemove={() => change(removeFilter(ask, index))}
      renderPanel={(close) =>
        conditions && !isBroken ? (
          <FilterEditor
            conditions={conditions}
            without={index}
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
