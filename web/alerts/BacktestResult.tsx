import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { AlertWatch } from '#contract/alerts/schemas.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './AlertDialog.module.css';
import { BacktestChart } from './BacktestChart.tsx';
import type { DraftBacktest } from './alert-draft.ts';

type BacktestResultProps = DraftBacktest & { time: AlertWatch['time'] };

/** The backtest as a sentence and a chart. */
export function BacktestResult({ backtest, condition, isStale, error, onRetry, time }: BacktestResultProps) {
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
  if (!backtest) return <div className={style['waiting']} aria-busy />;
  const { times, days } = backtest;
  const key = time ? firingCountKey(times) : times > 0 ? 'alerts.wouldNow' : 'alerts.wouldNotNow';
  return (
    <section className={style['rehearsal']} aria-live="polite">
      <p data-testid="rehearsal">
        <strong>{t(key, { times, days })}</strong>
      </p>
      {!time && <p className={style['note']}>{t('alerts.noPast')}</p>}
      {time && <BacktestChart {...{ backtest, condition, time, isStale }} />}
    </section>
  );
}

function firingCountKey(times: number) {
  if (times === 0) return 'alerts.wouldNot';
  return times === 1 ? 'alerts.wouldOnce' : 'alerts.would';
}
