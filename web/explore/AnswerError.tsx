import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { sentenceOf } from '#web/ui/problem.ts';
import { useQueryBuilder } from './query-builder.ts';
import { withDistinctCounts, isBroken, withoutMissing } from './query-edits.ts';
import style from './ResultChart.module.css';

/** The error message with a retry and, where a column is missing, a way to continue without it. */
export function AnswerError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const { spec, dataset, change } = useQueryBuilder();
  const withCount = withDistinctCounts(spec, dataset);
  return (
    <div className={style['notice']} role="alert">
      <p>{sentenceOf(error)}</p>
      <div>
        {withCount ? (
          // A retry would fail again.
          <Button type="primary" onClick={() => change(withCount)}>
            {t('explore.countInstead')}
          </Button>
        ) : (
          <Button type="primary" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
        {isBroken(spec, dataset) && (
          <Button onClick={() => change(withoutMissing(spec, dataset))}>{t('explore.withoutGone')}</Button>
        )}
      </div>
    </div>
  );
}
