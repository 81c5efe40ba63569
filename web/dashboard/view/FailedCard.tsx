import { LockOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { Problem } from '#contract/errors.ts';
import type { Ask } from '#contract/query.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './CardBody.module.css';

const GoneDataset = lazy(() => import('./GoneDataset.tsx').then((module) => ({ default: module.GoneDataset })));

type Props = { error: Problem; ask: Ask; onRetry: (() => void) | undefined };

/** What happened to this card, in plain words; the others know nothing of it. */
export function FailedCard({ error, ask, onRetry }: Props) {
  const { t } = useTranslation();
  // Asking again brings nothing back.
  const isGone = error.code === 'dataset_gone' && ask.kind !== 'sql';
  const isClosed = error.code === 'dataset_forbidden';
  return (
    <div className={style['failed']} role="alert">
      {isGone ? (
        <Suspense>
          <GoneDataset dataset={ask.dataset} />
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
