import { EditOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { newestText } from '#display/format/date.ts';
import { useExpectationWords } from '#web/freshness/expectation-words.ts';
import { LateMark } from '#web/freshness/LateMark.tsx';
import { useZone } from '#web/shell/preferences.ts';
import { Moment } from '#web/ui/Moment.tsx';
import style from './DatasetFreshness.module.css';

const ExpectationDialog = lazy(() =>
  import('./ExpectationDialog.tsx').then((module) => ({ default: module.ExpectationDialog })),
);

type DatasetFreshnessProps = { dataset: Dataset; canEdit: boolean };

/** When rows were last loaded, the latest row, and when new data is expected. */
export function DatasetFreshness({ dataset, canEdit }: DatasetFreshnessProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const { newest, lateSince, lastDataAt, connection } = dataset;
  return (
    <>
      {!connection && (
        <div>
          <dt>{t('application.last')}</dt>
          <dd>
            <Moment at={lastDataAt ?? ''} />
          </dd>
        </div>
      )}
      {newest !== null && (
        <div>
          <dt>{t('freshness.latest')}</dt>
          <dd className="numbers" title={zone}>
            {newestText(newest, zone)}
          </dd>
        </div>
      )}
      {(canEdit || dataset.expectation) && <Expectation dataset={dataset} canEdit={canEdit} />}
      {lateSince && (
        <div className={style['late']}>
          <dt>{t('freshness.status')}</dt>
          <dd>
            <LateMark since={lateSince} newest={newest} loadedAt={lastDataAt} />
          </dd>
        </div>
      )}
    </>
  );
}

function Expectation({ dataset, canEdit }: DatasetFreshnessProps) {
  const { t } = useTranslation();
  const words = useExpectationWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <dt>{t('freshness.expected')}</dt>
      <dd className={style['expectation']}>
        {dataset.expectation ? words(dataset.expectation) : t('freshness.none')}
        {canEdit && (
          <Button
            type="text"
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={t('freshness.edit')}
            title={t('freshness.edit')}
            onClick={() => setOpen(true)}
          />
        )}
        <Suspense>{isOpen && <ExpectationDialog dataset={dataset} onClose={() => setOpen(false)} />}</Suspense>
      </dd>
    </div>
  );
}
