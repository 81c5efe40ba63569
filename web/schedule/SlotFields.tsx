import { useTranslation } from 'react-i18next';

import type { SlotSchedule } from '#domain/time/schedule.ts';
import { weekdayNames } from '#display/format/step.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { useLanguage } from '#web/ui/language.ts';
import style from './Schedule.module.css';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const monthdays = Array.from({ length: 31 }, (_, index) => index + 1);

type SlotFieldsProps = { schedule: SlotSchedule; onChange: (schedule: SlotSchedule) => void };

/** Fields for the day and time of a schedule. */
export function SlotFields({ schedule, onChange }: SlotFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {'day' in schedule && <DayField schedule={schedule} onChange={onChange} />}
      <label>
        {t('schedule.at')}
        <input
          type="time"
          required
          className={style['clock']}
          value={schedule.at}
          onChange={({ target }) => target.value && onChange({ ...schedule, at: target.value })}
        />
      </label>
    </>
  );
}

type DayFieldProps = { schedule: Extract<SlotSchedule, { day: number }>; onChange: (schedule: SlotSchedule) => void };

function DayField({ schedule, onChange }: DayFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isWeekly = schedule.kind === 'weekly';
  const textOf = (day: number) => (isWeekly ? weekdayNames(language)[day % 7]! : t('schedule.monthday', { day }));
  return (
    <LabeledSelect
      label={t('schedule.day')}
      value={String(schedule.day)}
      options={(isWeekly ? weekdays : monthdays).map((day) => ({ value: String(day), text: textOf(day) }))}
      onChange={(day) => onChange({ ...schedule, day: Number(day) })}
    />
  );
}
