import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SlotFields } from '#web/schedule/SlotFields.tsx';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { intervalText } from './schedule-words.ts';
import style from './Extracts.module.css';
import {
  intervals,
  kindOf,
  scheduleKinds,
  type ScheduleKind,
  type ScheduleChoice,
  nextExtractOf,
  scheduleOf,
} from './schedule-kinds.ts';

type ExtractScheduleFieldsProps = {
  schedule: ScheduleChoice;
  zone: string;
  /** Text of the option without a schedule. */
  onceText: string;
  onChange: (schedule: ScheduleChoice) => void;
};

/** When an extract runs: once, at an interval or at a time of day; shows the next run. */
export function ExtractScheduleFields({ schedule, zone, onceText, onChange }: ExtractScheduleFieldsProps) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const textOf = (kind: ScheduleKind) => {
    if (kind === 'once') return onceText;
    return kind === 'every' ? t('extracts.byInterval') : t(`schedule.kinds.${kind}`);
  };
  return (
    <>
      <LabeledSelect
        label={t('extracts.when')}
        value={kindOf(schedule)}
        options={scheduleKinds.map((value) => ({ value, text: textOf(value) }))}
        onChange={(kind) => onChange(scheduleOf(kind, schedule))}
      />
      {schedule?.kind === 'every' && (
        <IntervalField minutes={schedule.minutes} onChange={(minutes) => onChange({ kind: 'every', minutes })} />
      )}
      {schedule && schedule.kind !== 'every' && <SlotFields schedule={schedule} onChange={onChange} />}
      {schedule && (
        <p className={style['next']} aria-live="polite">
          {t('extracts.next')} <Moment at={nextExtractOf(schedule, zone, now).toISOString()} /> ({zone})
        </p>
      )}
    </>
  );
}

function IntervalField({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { t } = useTranslation();
  // The API accepts other intervals, too.
  const offered = intervals.includes(minutes) ? intervals : [minutes, ...intervals];
  return (
    <LabeledSelect
      label={t('extracts.interval')}
      value={String(minutes)}
      options={offered.map((value) => ({ value: String(value), text: intervalText(value, t) }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
