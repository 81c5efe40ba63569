import { useTranslation } from 'react-i18next';

import type { AlertEvent } from '#contract/alerts/routes.ts';
import type { Grain } from '#domain/query/query.ts';
import { formatStep } from '#display/format/step.ts';
import { firingWords } from '#display/words/notice.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import style from './AlertPage.module.css';

const tones: Partial<Record<AlertEvent['kind'], Tone>> = {
  fired: 'bad',
  stuck: 'warn',
  resolved: 'good',
  freed: 'good',
};

/** The history of an alert, newest first. */
export function Events({ events, grain }: { events: AlertEvent[]; grain: Grain | null }) {
  const { t } = useTranslation();
  const look = useLook();
  if (events.length === 0) return <p className={style['quiet']}>{t('alerts.noEvents')}</p>;
  return (
    <ul className={style['events']}>
      {events.map(({ id, kind, at, by, values, more, step, failure, until }) => (
        <li key={id}>
          <Moment at={at} />
          <Badge tone={tones[kind] ?? 'quiet'}>{t(`alerts.events.${kind}`)}</Badge>
          <span dir="auto">
            {step && `${formatStep(step, grain, look)} `}
            {values.map((each) => firingWords(each, look.language)).join(' · ')}
            {more > 0 && ` ${t('alerts.more', { more })}`}
            {failure?.message}
            {by}
            {until && (
              <>
                {' '}
                {t('alerts.until')} <Moment at={until} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
