import { useTranslation } from 'react-i18next';

import type { SlotSchedule } from '#domain/time/schedule.ts';
import { weekdayNames } from '#display/format/step.ts';
import { useLanguage } from '#web/ui/language.ts';

/** Describes a schedule with a time of day. */
export function useSlotWords(): (slots: SlotSchedule) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (slots) => {
    const { at } = slots;
    if (slots.kind === 'weekly') return t('schedule.slots.weekly', { day: weekdayNames(language)[slots.day % 7], at });
    if (slots.kind === 'monthly') return t('schedule.slots.monthly', { day: slots.day, at });
    return t(`schedule.slots.${slots.kind}`, { at });
  };
}
