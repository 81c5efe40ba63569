import { LockOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { Problem } from '#contract/errors.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './CardBody.module.css';

const MissingDataset = lazy(() =>
  import('./MissingDataset.tsx').then((module) => ({ default: module.MissingDataset })),
);

type FailedCardProps = { error: Problem; spec: QuerySpec; onRetry: (() => void) | undefined };

/** The error of one card; other cards are not affected. */
export function FailedCard({ error, spec, onRetry }: FailedCardProps) {
  const { t } = useTranslation();
  // A retry cannot restore the dataset.
  const isGone = error.code === 'dataset_gone' && spec.kind !== 'sql';
  const isClosed = error.code === 'dataset_forbidden';
  return (
    <div className={style['failed']} role="alert">
      {isGone ? (
        <Suspense>
          <MissingDataset dataset={spec.dataset} />
        </Suspense>
      ) : (
        <>
          {isClosed && <LockOutlined className={style['lock'] ?? ''} aria-hidden />}
          <p>{sentenceOf(error)}</p>
        </>
      )}
      {!isGone && !isClosed && onRetry && (
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
