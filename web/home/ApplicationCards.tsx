import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import { aboutRows } from '#web/application/estimates.ts';
import { ApplicationKindLabel } from '#web/application/list/ApplicationKindLabel.tsx';
import { Health } from '#web/application/list/Health.tsx';
import { DataTimes } from '#web/freshness/DataTimes.tsx';
import { formatShort } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Sparkline } from '#web/ui/Sparkline.tsx';
import style from './HomeArea.module.css';
import { rankApplications } from './order.ts';

/** Applications with status and rate, those that need attention first. */
export function ApplicationCards({ applications }: { applications: Application[] }) {
  const { t } = useTranslation();
  const topApplications = rankApplications(applications).slice(0, 6);
  return (
    <section>
      <header className={style['head']}>
        <h2>{t('home.applications')}</h2>
        <Link to="/application">{t('home.all')}</Link>
      </header>
      <ul className={style['applications']}>
        {topApplications.map((application) => (
          <ApplicationCard key={application.id} application={application} />
        ))}
      </ul>
    </section>
  );
}

function ApplicationCard({ application }: { application: Application }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, name, kind, rows, rate, lastDataAt, newest } = application;
  const isConnected = kind === 'connection';
  const lastMinute = rate.at(-2) ?? 0;
  const value = formatShort(lastMinute, language);
  return (
    <li>
      <Link to={`/application/${id}`}>
        <span className={style['line']}>
          <strong dir="auto">{name}</strong>
          <Health application={application} />
        </span>
        <span className={style['line']}>
          <span className={style['rows']}>
            {isConnected ? aboutRows(rows, language, t) : formatShort(rows, language)}
          </span>
          {!isConnected && <Sparkline values={rate} label={t('application.rateLabel', { value, count: lastMinute })} />}
        </span>
        <span className={style['line']}>
          <span>{t('application.rows')}</span>
          {isConnected ? (
            <ApplicationKindLabel kind={kind} />
          ) : (
            <DataTimes loadedAt={lastDataAt} newest={newest} isLabeled />
          )}
        </span>
      </Link>
    </li>
  );
}
