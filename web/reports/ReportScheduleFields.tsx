import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { nextSlot, type SlotSchedule } from '#domain/time/schedule.ts';
import { weekdayNames } from '#display/format/step.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Moment } from '#web/ui/Moment.tsx';
import { LabeledSelect } from '#web/alerts/LabeledSelect.tsx';
import { slotsOf } from './report-draft.ts';
import style from './ReportDialog.module.css';

const kinds = ['daily', 'weekdays', 'weekly', 'monthly'] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 7];
const monthdays = Array.from({ length: 31 }, (_, index) => index + 1);

type ReportScheduleFieldsProps = { schedule: SlotSchedule; zone: string; onChange: (schedule: SlotSchedule) => void };

/** Days and time of a report, with the next date. */
export function ReportScheduleFields({ schedule, zone, onChange }: ReportScheduleFieldsProps) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const next = new Date(nextSlot(schedule, zone, now)).toISOString();
  return (
    <>
      <LabeledSelect
        label={t('reports.when')}
        value={schedule.kind}
        options={kinds.map((value) => ({ value, text: t(`reports.kinds.${value}`) }))}
        onChange={(kind) => onChange(slotsOf(kind, schedule.at))}
      />
      {'day' in schedule && <DayField schedule={schedule} onChange={onChange} />}
      <label>
        {t('alerts.at')}
        <input
          type="time"
          required
          className={style['clock']}
          value={schedule.at}
          onChange={({ target }) => target.value && onChange({ ...schedule, at: target.value })}
        />
      </label>
      <p className={style['next']} aria-live="polite">
        {t('reports.next')} <Moment at={next} /> ({zone})
      </p>
    </>
  );
}

type DaysProps = { schedule: Extract<SlotSchedule, { day: number }>; onChange: (schedule: SlotSchedule) => void };

function DayField({ schedule, onChange }: DaysProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isWeekly = schedule.kind === 'weekly';
  const textOf = (day: number) => (isWeekly ? weekdayNames(language)[day % 7]! : t('reports.monthday', { day }));
  return (
    <LabeledSelect
      label={t('reports.day')}
      value={String(schedule.day)}
      options={(isWeekly ? weekdays : monthdays).map((day) => ({ value: String(day), text: textOf(day) }))}
      onChange={(day) => onChange({ ...schedule, day: Number(day) })}
    />
  );
}
