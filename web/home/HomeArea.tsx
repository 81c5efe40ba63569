import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Begin } from '#web/application/list/Begin.tsx';
import { DropArea } from '#web/application/upload/DropArea.tsx';
import { applicationsQuery } from '#web/http/applications.ts';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { meQuery, useIsEditor } from '#web/http/me.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { Freshness } from './Freshness.tsx';
import style from './HomeArea.module.css';
import { Moved } from './Moved.tsx';
import { Places } from './Places.tsx';
import { Recent } from './Recent.tsx';
import { Unread } from './Unread.tsx';

/** Home: what the applications have, or how to begin with the first, and where to go from here. */
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
        {isEmpty && isEditor && <Begin />}
        {isEmpty && me && !isEditor && (
          <EmptyState
            picture={<InflowPicture />}
            title={t('application.empty.title')}
            text={t('application.empty.text')}
          />
        )}
        {/* Both at once, so that neither pushes the other down. */}
        {applications && !isEmpty && !isPending && (
          <>
            <Unread />
            <Moved dashboards={dashboards} />
            <Recent dashboards={dashboards} />
            <Freshness applications={applications} />
          </>
        )}
      </div>
      <Places isOwner={me?.role === 'owner'} />
      <p className={style['new']}>
        <Link to="/changelog">{t('home.changelog')}</Link>
      </p>
    </>
  );
}
