import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { GetStarted } from '#web/application/list/GetStarted.tsx';
import { DropArea } from '#web/application/upload/DropArea.tsx';
import { applicationsQuery } from '#web/http/applications.ts';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { meQuery, useIsEditor } from '#web/http/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { ApplicationCards } from './ApplicationCards.tsx';
import style from './HomeArea.module.css';
import { NumberChanges } from './NumberChanges.tsx';
import { HomeLinks } from './HomeLinks.tsx';
import { RecentDashboards } from './RecentDashboards.tsx';
import { UnreadNotices } from './UnreadNotices.tsx';

/** Home: changes, dashboards and applications, or how to get started. */
export function HomeArea() {
  useLive();
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const { data: me } = useQuery(meQuery);
  const { data: applications, error } = useQuery({ ...applicationsQuery, throwOnError: false });
  const { data: dashboards = [], isPending } = useQuery({ ...dashboardsQuery, throwOnError: false });
  const isEmpty = applications?.length === 0;
  return (
    <>
      {isEditor && <DropArea />}
      <PageHeading
        title={me ? t('home.greeting', { name: me.name }) : t('common.menu.index')}
        lead={isEditor ? t(isEmpty ? 'home.begin' : 'home.leadEditor') : t('home.lead')}
      />
      <div className={style['main']} aria-busy={(!applications && !error) || isPending}>
        {error && !applications && <p role="alert">{sentenceOf(error)}</p>}
        {isEmpty && isEditor && <GetStarted />}
        {isEmpty && me && !isEditor && (
          <EmptyState
            picture={<InflowPicture />}
            title={t('application.empty.title')}
            text={t('application.empty.text')}
          />
        )}
        {/* Rendered together to avoid layout shifts. */}
        {applications && !isEmpty && !isPending && (
          <>
            <UnreadNotices />
            <NumberChanges dashboards={dashboards} />
            <RecentDashboards dashboards={dashboards} />
            <ApplicationCards applications={applications} />
          </>
        )}
      </div>
      <HomeLinks isOwner={me?.role === 'owner'} />
      <p className={style['new']}>
        <Link to="/changelog">{t('home.changelog')}</Link>
      </p>
    </>
  );
}
