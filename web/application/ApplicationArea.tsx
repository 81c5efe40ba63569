import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useMatch } from 'react-router';

import { applicationQuery } from '#web/http/applications.ts';
import { useLive } from '#web/http/live.ts';
import { useIsEditor, meQuery } from '#web/http/me.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { ConnectPage } from './connect/ConnectPage.tsx';
import { DatasetPage } from './dataset/DatasetPage.tsx';
import { WebExtractPage } from './extracts/WebExtractPage.tsx';
import { ApplicationsPage } from './list/ApplicationsPage.tsx';
import { TrashPage } from './list/TrashPage.tsx';
import { ApplicationPage } from './page/ApplicationPage.tsx';
import { DropArea } from './upload/DropArea.tsx';
import { UploadPage } from './upload/UploadPage.tsx';

const SqlDatasetPage = lazy(() =>
  import('./sql/SqlDatasetPage.tsx').then((module) => ({ default: module.SqlDatasetPage })),
);

const notApplications = new Set(['upload', 'trash', 'connect', 'web']);

/** Applications and their datasets; files can be dropped anywhere in it. */
export function ApplicationArea() {
  useLive();
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const id = useMatch('/application/:id/*')?.params.id;
  const dataset = useMatch('/application/:id/datasets/:dataset/*')?.params.dataset;
  const application = id && !notApplications.has(id) ? id : undefined;
  const { data } = useQuery({
    ...applicationQuery(application ?? ''),
    enabled: application !== undefined,
    throwOnError: false,
  });
  // Files cannot be loaded into a connected database.
  const isConnected = data?.kind === 'connection';
  return (
    <>
      {isEditor && (
        <DropArea into={isConnected ? undefined : application} dataset={isConnected ? undefined : dataset} />
      )}
      <Routes>
        <Route index element={<ApplicationsPage />} />
        <Route
          path="trash"
          element={
            <EditorsOnly title={t('trash.title')}>
              <TrashPage />
            </EditorsOnly>
          }
        />
        <Route
          path="upload"
          element={
            <EditorsOnly title={t('upload.title')}>
              <UploadPage />
            </EditorsOnly>
          }
        />
        <Route
          path="connect"
          element={
            <EditorsOnly title={t('connect.title')}>
              <ConnectPage />
            </EditorsOnly>
          }
        />
        <Route
          path="web"
          element={
            <EditorsOnly title={t('extracts.web.title')}>
              <WebExtractPage />
            </EditorsOnly>
          }
        />
        <Route
          path=":id/sql"
          element={
            <EditorsOnly title={t('datasetSql.title')}>
              <Suspense fallback={<PageSpinner />}>
                <SqlDatasetPage />
              </Suspense>
            </EditorsOnly>
          }
        />
        <Route path=":id/datasets/:dataset/:tab?" element={<DatasetPage />} />
        <Route path=":id/:tab?" element={<ApplicationPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </>
  );
}

/** A page for editors; viewers get an explanation and a link back. */
function EditorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  if (!me) return <PageSpinner />;
  if (me.role !== 'viewer') return children;
  return (
    <>
      <PageHeading title={title} />
      <EmptyState
        picture={<LostPicture />}
        title={t('application.editorsOnly')}
        text={t('application.editorsOnlyText')}
      >
        <LinkButton to="/application" primary>
          {t('upload.toApplications')}
        </LinkButton>
      </EmptyState>
    </>
  );
}
