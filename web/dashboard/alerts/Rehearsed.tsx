import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Watch } from '#contract/alert.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './AlertDialog.module.css';
import { Course } from './Course.tsx';
import type { RehearsedDraft } from './draft.ts';

type Props = RehearsedDraft & { time: Watch['time'] };

/** What the alert would have done, in a sentence and as a picture. */
export function Rehearsed({ rehearsal, condition, isStale, error, onRetry, time }: Props) {
  const { t } = useTranslation();
  if (error)
    return (
      <div role="alert">
        <p className={style['failed']}>{sentenceOf(error)}</p>
        <Button onClick={onRetry} loading={isStale}>
          {t('common.retry')}
        </Button>
      </div>
    );
  if (!rehearsal) return <div className={style['waiting']} aria-busy />;
  const { times, days } = rehearsal;
  const words = time ? pastWords(times) : times > 0 ? 'alerts.wouldNow' : 'alerts.wouldNotNow';
  return (
    <section className={style['rehearsal']} aria-live="polite">
      <p data-testid="rehearsal">
        <strong>{t(words, { times, days })}</strong>
      </p>
      {!time && <p className={style['note']}>{t('alerts.noPast')}</p>}
      {time && <Course {...{ rehearsal, condition, time, isStale }} />}
    </section>
  );
}

function pastWords(times: number) {
  if (times === 0) return 'alerts.wouldNot';
  return times === 1 ? 'alerts.wouldOnce' : 'alerts.would';
}
