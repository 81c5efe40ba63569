import { useTranslation } from 'react-i18next';

import { valuesOfPart } from '#contract/date-part.ts';
import type { DatasetColumn } from '#contract/datasets.ts';
import { formatDatePart } from '#display/format/date-part.ts';
import { datePartLabel } from '#display/words/grain.ts';
import { upright } from '#display/words/subject.ts';
import { useBoard } from './board.ts';
import { Choices } from './Choices.tsx';
import type { ColumnCondition } from './conditions.ts';
import { partsFor } from './fit.ts';

type PartCondition = Extract<ColumnCondition, { op: 'date_part' }>;
type Props = { condition: PartCondition; column: DatasetColumn; onChange: (condition: PartCondition) => void };

/** Which hours, weekdays or months are let through: a click adds one, or takes it away. */
export function PartsChoice({ condition, column, onChange }: Props) {
  const { t } = useTranslation();
  const { look } = useBoard();
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
          text: upright(datePartLabel(each, look.language)),
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
