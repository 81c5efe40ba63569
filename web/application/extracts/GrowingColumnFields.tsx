import { useTranslation } from 'react-i18next';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { isGrowingType } from '#domain/query/column-types.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { labelOf } from '../names.ts';
import style from './Extracts.module.css';

/** The properties of a column that the choice needs. */
export type GrowingCandidate = Pick<DatasetColumn, 'id' | 'name' | 'label' | 'type'>;

type GrowingColumnFieldsProps = {
  columns: GrowingCandidate[];
  /** Null loads all rows each time. */
  chosen: string | null;
  onChange: (column: string | null) => void;
};

/** Which rows are loaded: all of them each time, or those beyond the last value of a growing column. */
export function GrowingColumnFields({ columns, chosen, onChange }: GrowingColumnFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const growing = columns.filter(({ type }) => isGrowingType(type));
  const [first] = growing;
  const choices = first ? (['all', 'new'] as const) : (['all'] as const);
  const choice = chosen === null ? 'all' : 'new';
  return (
    <>
      <LabeledSelect
        label={t('extracts.rows')}
        value={choice}
        options={choices.map((value) => ({ value, text: t(`extracts.rowChoices.${value}`) }))}
        onChange={(value) => onChange(value === 'new' && first ? first.id : null)}
      />
      {chosen !== null && (
        <LabeledSelect
          label={t('extracts.growingColumn')}
          value={chosen}
          options={growing.map((column) => ({ value: column.id, text: labelOf(column, language) }))}
          onChange={onChange}
        />
      )}
      <p className={style['note']}>{first ? t(`extracts.rowTexts.${choice}`) : t('extracts.noGrowingColumn')}</p>
    </>
  );
}
