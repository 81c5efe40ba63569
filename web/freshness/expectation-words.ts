import { useTranslation } from 'react-i18next';

import type { ExpectedFreshness } from '#domain/time/expected-freshness.ts';
import { weekdayNames } from '#display/format/step.ts';
import { useLanguage } from '#web/ui/language.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** An interval in its largest whole unit. */
export function intervalOf(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes % 1440 === 0) return { unit: 'days', count: minutes / 1440 };
  return minutes % 60 === 0 ? { unit: 'hours', count: minutes / 60 } : { unit: 'minutes', count: minutes };
}

/** Describes when new data is expected. */
export function useExpectationWords(): (expectation: ExpectedFreshness) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (expectation) => {
    if (expectation.kind === 'every') {
      const { unit, count } = intervalOf(expectation.minutes);
      return t(`freshness.every.${unit}`, { count });
    }
    const { days, at, zone } = expectation;
    const names = weekdayNames(language);
    if (days.length === weekdays.length) return t('freshness.by.daily', { at, zone });
    const dayList = weekdays.filter((day) => days.includes(day));
    if (dayList.join() === '1,2,3,4,5') return t('freshness.by.workdays', { at, zone });
    const list = dayList.map((day) => names[day % 7]);
    return t('freshness.by.days', { days: list.join(language === 'zh_CN' ? '、' : ', '), at, zone });
  };
}
