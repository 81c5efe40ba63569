import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { EditedLabels } from '#contract/value-labels/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { LabelColumns } from '#domain/query/value-labels.ts';
import { labelOf } from '#display/words/subject.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { useLanguage } from '#web/ui/language.ts';
import style from './ValueLabels.module.css';

type SourceFieldsProps = {
  dataset: Pick<Dataset, 'columns'>;
  column: DatasetColumn;
  edited: EditedLabels;
  source: LabelColumns;
  onChange: (source: LabelColumns) => void;
};

/** The columns that the labels are taken from. */
export function SourceFields({ dataset, column, edited, source, onChange }: SourceFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const texts = dataset.columns.filter(
    ({ id, type, calculation }) => type === 'text' && id !== column.id && !calculation?.isBroken,
  );
  const options = [
    { value: '', text: t('valueLabels.itself') },
    ...texts.map((each) => ({ value: each.id, text: labelOf(each, language) })),
  ];
  return (
    <>
      <div className={style['sources']}>
        {(['en_US', 'zh_CN'] as const).map((each) => (
          <LabeledSelect
            key={each}
            label={t(`valueLabels.from.${each}`)}
            value={source[each] ?? ''}
            options={options}
            onChange={(value) => onChange({ ...source, [each]: value || null })}
          />
        ))}
      </div>
      <p className={style['note']}>{t('valueLabels.fromNote')}</p>
      {edited.ambiguous > 0 && edited.source && (
        <p role="status">{t('valueLabels.ambiguous', { count: edited.ambiguous })}</p>
      )}
    </>
  );
}
