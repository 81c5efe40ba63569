import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { sentenceOf } from '#web/ui/problem.ts';
import { useBoard } from './board.ts';
import { countingInstead, isBroken, withoutGone } from './edit.ts';
import style from './Picture.module.css';

/** What went wrong in plain words, with another try and, where something is gone, a way on without it. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const { ask, dataset, change } = useBoard();
  const counting = countingInstead(ask, dataset);
  return (
    <div className={style['notice']} role="alert">
      <p>{sentenceOf(error)}</p>
      <div>
        {counting ? (
          // Another try would fail as this one did.
          <Button type="primary" onClick={() => change(counting)}>
            {t('explore.countInstead')}
          </Button>
        ) : (
          <Button type="primary" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
        {isBroken(ask, dataset) && (
          <Button onClick={() => change(withoutGone(ask, dataset))}>{t('explore.withoutGone')}</Button>
        )}
      </div>
    </div>
  );
}
