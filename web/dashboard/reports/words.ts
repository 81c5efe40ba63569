import { useTranslation } from 'react-i18next';

import type { Slots } from '#contract/slots.ts';
import { weekdayNames } from '#display/format/step.ts';
import { useLanguage } from '#web/ui/language.ts';

/** When a report is sent, in a few words. */
export function useSlotWords(): (slots: Slots) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (slots) => {
    const { at } = slots;
    if (slots.kind === 'weekly') return t('reports.slots.weekly', { day: weekdayNames(language)[slots.day % 7], at });
    if (slots.kind === 'monthly') return t('reports.slots.monthly', { day: slots.day, at });
    return t(`reports.slots.${slots.kind}`, { at });
  };
}
