import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { uploadQuery } from '#web/http/imports.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { useElapsed } from '../elapsed.ts';
import { cancelUpload } from '../upload/transfers.ts';
import style from './Extracts.module.css';
import { WebAddressForm, type WebPreview } from './WebAddressForm.tsx';
import { WebExtractPlanner } from './WebExtractPlanner.tsx';

/** Loads a file from the web, once or on a schedule: address, preview, load. */
export function WebExtractPage() {
  const { t } = useTranslation();
  const [preview, setPreview] = useState<WebPreview>();
  const replacePreview = (next: WebPreview | undefined) => {
    if (preview) void cancelUpload(preview.upload);
    setPreview(next);
  };
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={[{ to: '/application', text: t('common.menu.application') }]} />
      <PageHeading title={t('extracts.web.title')} lead={t('extracts.web.lead')} />
      <WebAddressForm onPreview={replacePreview} />
      {preview && <PreviewedFile key={preview.upload} preview={preview} onCancel={() => replacePreview(undefined)} />}
    </>
  );
}

function PreviewedFile({ preview, onCancel }: { preview: WebPreview; onCancel: () => void }) {
  const { data: upload, error } = useQuery({ ...uploadQuery(preview.upload), throwOnError: false });
  if (upload?.state === 'ready') return <WebExtractPlanner url={preview.url} upload={upload} onCancel={onCancel} />;
  if (error || upload?.state === 'failed')
    return (
      <Panel>
        <p role="alert" className={style['problem']}>
          {upload?.failure?.message ?? sentenceOf(error)}
        </p>
      </Panel>
    );
  return <DownloadProgress onCancel={onCancel} />;
}

function DownloadProgress({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const elapsed = useElapsed(true);
  return (
    <Panel>
      <div className={style['reading']}>
        <div>
          <p role="status">
            {t('extracts.web.downloading')}
            {elapsed}
          </p>
          <Progress percent={undefined} label={t('extracts.web.downloading')} />
        </div>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </Panel>
  );
}
