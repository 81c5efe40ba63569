import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SlotFields } from '#web/schedule/SlotFields.tsx';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { intervalText } from './load-words.ts';
import style from './Loads.module.css';
import {
  intervals,
  kindOf,
  loadKinds,
  type LoadKind,
  type LoadSchedule,
  nextLoadOf,
  scheduleOf,
} from './schedule-kinds.ts';

type LoadScheduleFieldsProps = {
  schedule: LoadSchedule;
  zone: string;
  /** What it means to have no schedule. */
  onceText: string;
  onChange: (schedule: LoadSchedule) => void;
};

/** When a load runs: once, at an interval, or by the clock; with the next time. */
export function LoadScheduleFields({ schedule, zone, onceText, onChange }: LoadScheduleFieldsProps) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const textOf = (kind: LoadKind) => {
    if (kind === 'once') return onceText;
    return kind === 'every' ? t('loads.byInterval') : t(`schedule.kinds.${kind}`);
  };
  return (
    <>
      <LabeledSelect
        label={t('loads.when')}
        value={kindOf(schedule)}
        options={loadKinds.map((value) => ({ value, text: textOf(value) }))}
        onChange={(kind) => onChange(scheduleOf(kind, schedule))}
      />
      {schedule?.kind === 'every' && (
        <IntervalField minutes={schedule.minutes} onChange={(minutes) => onChange({ kind: 'every', minutes })} />
      )}
      {schedule && schedule.kind !== 'every' && <SlotFields schedule={schedule} onChange={onChange} />}
      {schedule && (
        <p className={style['next']} aria-live="polite">
          {t('loads.next')} <Moment at={nextLoadOf(schedule, zone, now).toISOString()} /> ({zone})
        </p>
      )}
    </>
  );
}

function IntervalField({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { t } = useTranslation();
  // A program may have chosen another interval.
  const offered = intervals.includes(minutes) ? intervals : [minutes, ...intervals];
  return (
    <LabeledSelect
      label={t('loads.interval')}
      value={String(minutes)}
      options={offered.map((value) => ({ value: String(value), text: intervalText(value, t) }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
