import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Upload } from '#contract/imports/routes.ts';
import { uploadQuery } from '#web/http/imports.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { FileList } from './FileList.tsx';
import { FilePicker } from './FilePicker.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { UploadPlanner } from './UploadPlanner.tsx';
import { useTransfers } from './transfers.ts';

/** From files to rows: upload, plan and import. Their ids are kept in the URL. */
export function UploadPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const imports = query.getAll('import');
  const ids = query.getAll('id');
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={[{ to: '/application', text: t('common.menu.application') }]} />
      {imports.length > 0 ? <ImportProgress ids={imports} /> : <UploadStep ids={ids} />}
    </>
  );
}

function UploadStep({ ids }: { ids: string[] }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('upload.title')} lead={t('upload.lead')} />
      {ids.length > 0 ? (
        <UploadedFiles ids={ids} />
      ) : (
        <EmptyState picture={<InflowPicture />} title={t('upload.none')} text={t('upload.kinds')}>
          <FilePicker primary />
        </EmptyState>
      )}
    </>
  );
}

function UploadedFiles({ ids }: { ids: string[] }) {
  const transfers = useTransfers();
  const answers = useQueries({ queries: ids.map((id) => ({ ...uploadQuery(id), throwOnError: false })) });
  const files = ids.map((id, index) => ({
    id,
    transfer: transfers.get(id),
    upload: answers[index]?.data,
    error: answers[index]?.error,
  }));
  const ready = files.map((file) => file.upload).filter((upload): upload is Upload => upload?.state === 'ready');
  const isComplete = ready.length === ids.length;
  return (
    <>
      {!isComplete && <FileList files={files} />}
      {ready.length > 0 && <UploadPlanner uploads={ready} isComplete={isComplete} />}
    </>
  );
}
