import { useTranslation } from 'react-i18next';

import type { Report } from '#contract/reports/routes.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Moment } from '#web/ui/Moment.tsx';

/** Outcome of the last run of a report. */
export function LastRun({ last }: Pick<Report, 'last'>) {
  const { t } = useTranslation();
  if (!last) return <>{t('reports.never')}</>;
  const { at, waiting, sent, failed } = last;
  const count = sent + failed + waiting;
  return (
    <>
      {failed > 0 ? (
        <Badge tone="bad">{t('reports.someFailed', { failed, count })}</Badge>
      ) : (
        <Badge tone={waiting > 0 ? 'brand' : 'good'}>
          {t(waiting > 0 ? 'reports.someWaiting' : 'reports.allSent', { waiting, count })}
        </Badge>
      )}{' '}
      <Moment at={at} />
    </>
  );
}
