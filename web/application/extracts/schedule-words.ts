import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { useSlotWords } from '#web/schedule/slot-words.ts';
import type { ScheduleChoice } from './schedule-kinds.ts';

/** An interval in minutes, or in hours if it is a whole number of hours. */
export function intervalText(minutes: number, t: TFunction): string {
  if (minutes % 60 !== 0) return t('extracts.everyMinutes', { count: minutes });
  return t('extracts.everyHours', { count: minutes / 60 });
}

/** Describes when an extract runs. */
export function useScheduleWords(): (schedule: ScheduleChoice) => string {
  const { t } = useTranslation();
  const slotWords = useSlotWords();
  return (schedule) => {
    if (!schedule) return t('extracts.unscheduled');
    return schedule.kind === 'every' ? intervalText(schedule.minutes, t) : slotWords(schedule);
  };
}
