import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { sentenceOf } from '#web/ui/problem.ts';
import style from './CardBody.module.css';

/** What happened to this card, in plain words; the others know nothing of it. */
export function FailedCard({ error, onRetry }: { error: Error; onRetry: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={style['failed']} role="alert">
      <p>{sentenceOf(error)}</p>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
