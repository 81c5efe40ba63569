import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { nextSlot, type SlotSchedule } from '#domain/time/schedule.ts';
import { SlotFields } from '#web/schedule/SlotFields.tsx';
import { slotKinds, slotsOf } from '#web/schedule/slots.ts';
import { LabeledSelect } from '#web/ui/LabeledSelect.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import style from './ReportDialog.module.css';

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
        options={slotKinds.map((value) => ({ value, text: t(`schedule.kinds.${value}`) }))}
        onChange={(kind) => onChange(slotsOf(kind, schedule.at))}
      />
      <SlotFields schedule={schedule} onChange={onChange} />
      <p className={style['next']} aria-live="polite">
        {t('reports.next')} <Moment at={next} /> ({zone})
      </p>
    </>
  );
}
