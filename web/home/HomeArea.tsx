import { BookOutlined, DashboardOutlined, SafetyOutlined, TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import { Tile } from '#web/dashboard/list/Tile.tsx';
import { ApplicationCards } from './ApplicationCards.tsx';
import style from './HomeArea.module.css';
import { NumberChanges } from './NumberChanges.tsx';
import { UnreadNotices } from './UnreadNotices.tsx';
import { rankDashboards } from './order.ts';

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

type HomeLink = { to: string; key: string; icon: ReactNode; ownerOnly?: boolean };

const links: HomeLink[] = [
  { to: '/dashboard', key: 'dashboard', icon: <DashboardOutlined /> },
  { to: '/account/members', key: 'invite', icon: <TeamOutlined />, ownerOnly: true },
  { to: '/account/security', key: 'security', icon: <SafetyOutlined /> },
  { to: '/help/first-hour', key: 'help', icon: <BookOutlined /> },
];

/** Links from home to other pages. */
function HomeLinks({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation();
  return (
    <ul className={style['steps']}>
      {links
        .filter((link) => !link.ownerOnly || isOwner)
        .map(({ to, key, icon }) => (
          <li key={key}>
            <Link to={to}>
              <span className={style['icon']} aria-hidden>
                {icon}
              </span>
              <span>
                <strong>{t(`home.steps.${key}.title`)}</strong>
                <span>{t(`home.steps.${key}.text`)}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** Favourite and recently viewed dashboards. */
function RecentDashboards({ dashboards }: { dashboards: ListedDashboard[] }) {
  const { t } = useTranslation();
  const topDashboards = rankDashboards(dashboards).slice(0, 3);
  if (topDashboards.length === 0) return null;
  return (
    <section className={style['main']}>
      <header className={style['head']}>
        <h2>{t('dashboard.list.label')}</h2>
        <Link to="/dashboard">{t('dashboard.list.every')}</Link>
      </header>
      <ul className={style['dashboards']}>
        {topDashboards.map((dashboard) => (
          <li key={dashboard.id}>
            <Tile dashboard={dashboard} />
          </li>
        ))}
      </ul>
    </section>
  );
}
