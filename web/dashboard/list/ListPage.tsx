import { DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import { DropArea } from '#web/application/upload/DropArea.tsx';
import { dashboardsQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { meQuery, useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { useLongList } from '#web/ui/use-long-list.ts';
import { findDashboards, listFilterOf } from './list-filter.ts';
import { ListFilterBar } from './ListFilterBar.tsx';
import style from './ListPage.module.css';
import { NewButton } from './NewButton.tsx';
import { NoDashboards, NoMatches } from './NoDashboards.tsx';
import { Tile } from './Tile.tsx';

/** All dashboards with thumbnails; without any, ways to create one. */
export function ListPage() {
  useLive();
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const { data: dashboards } = useQuery(dashboardsQuery);
  const isEmpty = dashboards?.length === 0;
  const actions = (
    <>
      {isEditor && (
        <LinkButton to="/dashboard/trash" icon={<DeleteOutlined aria-hidden />}>
          {t('trash.title')}
        </LinkButton>
      )}
      {!isEmpty && <LinkButton to="/dashboard/explore">{t('explore.title')}</LinkButton>}
      {isEditor && <NewButton />}
    </>
  );
  return (
    <>
      {isEditor && <DropArea then="dashboard" />}
      <PageHeading title={t('common.menu.dashboard')} lead={t('dashboard.lead')} actions={actions} />
      {!dashboards && <PageSpinner />}
      {isEmpty && <NoDashboards />}
      {dashboards && !isEmpty && <DashboardTiles dashboards={dashboards} />}
    </>
  );
}

function DashboardTiles({ dashboards }: { dashboards: ListedDashboard[] }) {
  const language = useLanguage();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const [search] = useSearchParams();
  const filter = listFilterOf(search);
  const reader = { id: me?.id, language };
  const matches = findDashboards(dashboards, filter, reader);
  return (
    <>
      <ListFilterBar dashboards={dashboards} filter={filter} reader={reader} />
      {matches.length === 0 ? (
        <NoMatches filter={filter} />
      ) : (
        <TileList dashboards={matches} filterKey={search.toString()} />
      )}
    </>
  );
}

function TileList({ dashboards, filterKey }: { dashboards: ListedDashboard[]; filterKey: string }) {
  const { t } = useTranslation();
  const { rendered, endRef } = useLongList(dashboards, filterKey);
  return (
    <>
      <ul className={style['tiles']} aria-label={t('dashboard.list.label')}>
        {rendered.map((dashboard) => (
          <li key={dashboard.id}>
            <Tile dashboard={dashboard} />
          </li>
        ))}
      </ul>
      <div ref={endRef} />
    </>
  );
}
