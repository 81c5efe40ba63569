import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes } from 'react-router';

import { NotFound } from '#web/layouts/NotFound.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';

// Charts and the SQL editor are heavy: they come when someone explores.
const ExplorePage = lazy(() => import('./explore/ExplorePage.tsx').then((module) => ({ default: module.ExplorePage })));

const DashboardPage = lazy(() =>
  import('./view/DashboardPage.tsx').then((module) => ({ default: module.DashboardPage })),
);

export function DashboardArea() {
  return (
    <Routes>
      <Route index element={<DashboardList />} />
      <Route path="explore" element={<ExplorePage />} />
      <Route path=":id" element={<DashboardPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** The list of dashboards; before there is any, how one comes about. */
function DashboardList() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('common.menu.dashboard')} lead={t('dashboard.lead')} />
      <EmptyState picture={<BoardPicture />} title={t('dashboard.empty.title')} text={t('dashboard.empty.text')}>
        <LinkButton to="/dashboard/explore" primary>
          {t('dashboard.empty.explore')}
        </LinkButton>
        <LinkButton to="/application">{t('dashboard.empty.action')}</LinkButton>
        <LinkButton to="/help/first-hour">{t('dashboard.empty.help')}</LinkButton>
      </EmptyState>
    </>
  );
}
