import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Upload } from '#contract/imports.ts';
import { uploadQuery } from '#web/http/imports.ts';
import { Crumbs } from '#web/ui/Crumbs.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { FileList } from './FileList.tsx';
import { FilePicker } from './FilePicker.tsx';
import { Loading } from './Loading.tsx';
import { Planning } from './Planning.tsx';
import { useTransfers } from './transfers.ts';

/** From files to rows: how far they are, what was understood of them, where they go. The address remembers which. */
export function UploadPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const imports = query.getAll('import');
  const ids = query.getAll('id');
  return (
    <>
      <Crumbs label={t('common.crumbs')} links={[{ to: '/application', text: t('common.menu.application') }]} />
      {imports.length > 0 ? <Loading ids={imports} /> : <Choosing ids={ids} />}
    </>
  );
}

function Choosing({ ids }: { ids: string[] }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('upload.title')} lead={t('upload.lead')} />
      {ids.length > 0 ? (
        <Files ids={ids} />
      ) : (
        <EmptyState picture={<InflowPicture />} title={t('upload.none')} text={t('upload.kinds')}>
          <FilePicker primary />
        </EmptyState>
      )}
    </>
  );
}

function Files({ ids }: { ids: string[] }) {
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
      {ready.length > 0 && <Planning uploads={ready} isComplete={isComplete} />}
    </>
  );
}
