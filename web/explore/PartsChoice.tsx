import { useTranslation } from 'react-i18next';

import { valuesOfPart } from '#domain/time/date-part.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { datePartLabel } from '#display/words/grain.ts';
import { capitalize } from '#display/words/subject.ts';
import { useQueryBuilder } from './query-builder.ts';
import { Choices } from './Choices.tsx';
import type { ColumnCondition } from './conditions.ts';
import { partsFor } from './grains.ts';

type PartCondition = Extract<ColumnCondition, { op: 'date_part' }>;
type PartsChoiceProps = {
  condition: PartCondition;
  column: DatasetColumn;
  onChange: (condition: PartCondition) => void;
};

/** Toggles the hours, weekdays or months that pass the filter. */
export function PartsChoice({ condition, column, onChange }: PartsChoiceProps) {
  const { t } = useTranslation();
  const { look } = useQueryBuilder();
  const { part, numbers } = condition;
  const isSundayFirst = part === 'weekday' && look.weekStart === 'sunday';
  const values = valuesOfPart(part).sort((a, b) => (isSundayFirst ? (a % 7) - (b % 7) : a - b));
  const toggled = (value: number) =>
    numbers.includes(value) ? numbers.filter((each) => each !== value) : [...numbers, value].sort((a, b) => a - b);
  return (
    <>
      <Choices
        layout="chips"
        label={t('explore.patterns')}
        choices={partsFor(column.type).map((each) => ({
          value: each,
          text: capitalize(datePartLabel(each, look.language)),
        }))}
        isChosen={(each) => each === part}
        onChoose={(each) => each !== part && onChange({ ...condition, part: each, numbers: [] })}
      />
      <Choices
        layout="chips"
        label={t('filter.value')}
        choices={values.map((value) => ({ value, text: formatDatePart(value, part, look.language) }))}
        isChosen={(value) => numbers.includes(value)}
        onChoose={(value) => onChange({ ...condition, numbers: toggled(value) })}
      />
    </>
  );
}
