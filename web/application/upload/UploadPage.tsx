import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { DetectedTable, Upload } from '#contract/imports/routes.ts';
import { uploadQuery } from '#web/http/imports.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { FileList, type FileState } from './FileList.tsx';
import { FilePicker } from './FilePicker.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { usePreviews } from './previews.ts';
import { UploadPlanner } from './UploadPlanner.tsx';
import { useTransfers } from './transfers.ts';

/** Uploads files, plans their imports and shows the progress. Ids of uploads and imports are in the URL. */
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
  const previews = usePreviews();
  const uploads = files.flatMap((file) => shownUploadOf(file, previews.get(file.id)));
  const isComplete = files.every((file) => file.upload?.state === 'ready');
  // The list stays above a preview that has become a plan, to avoid a layout shift.
  const hasPreview = ids.some((id) => previews.has(id));
  return (
    <>
      {(!isComplete || hasPreview) && <FileList files={files} />}
      {uploads.length > 0 && <UploadPlanner uploads={uploads} isComplete={isComplete} />}
    </>
  );
}

/** The inspected upload; until then its preview, if there is one. */
function shownUploadOf({ upload, transfer }: FileState, preview: DetectedTable[] | undefined): Upload[] {
  if (!upload || upload.state === 'ready') return upload ? [upload] : [];
  return preview && upload.state !== 'failed' && !transfer?.problem ? [{ ...upload, tables: preview }] : [];
}
