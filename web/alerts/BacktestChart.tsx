import { useTranslation } from 'react-i18next';

import type { AlertCondition, AlertWatch } from '#contract/alerts/schemas.ts';
import type { Backtest } from '#contract/alerts/routes.ts';
import { trendShapeOf } from '#display/charts/trend-shape.ts';
import { formatNumber, formatShort } from '#display/format/number.ts';
import { formatStep } from '#display/format/step.ts';
import { pointsAttribute } from '#web/charts/Sparkline.tsx';
import { useLook } from '#web/shell/preferences.ts';
import style from './BacktestChart.module.css';

const size = { width: 640, height: 160 };
type BacktestChartProps = {
  backtest: Backtest;
  condition: AlertCondition;
  time: AlertWatch['time'];
  isStale?: boolean;
};

/** Chart of the watched values with the threshold and the points where the alert would have fired. */
export function BacktestChart({ backtest, condition, time, isStale = false }: BacktestChartProps) {
  const { t } = useTranslation();
  const look = useLook();
  const { lines, dots, threshold, top, bottom } = trendShapeOf(backtest, condition, size);
  const stepOf = (index: number) => formatStep(backtest.steps[index], time?.grain ?? null, look);
  const last = backtest.steps.length - 1;
  const summary = t('alerts.courseOf', { times: backtest.times, days: backtest.days, count: backtest.times });
  return (
    <figure className={style['course']} data-stale={isStale} data-testid="course">
      <div className={style['frame']}>
        <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {lines.map(({ key, points, isMain }) => (
            <polyline key={key} points={pointsAttribute(points)} data-main={isMain} />
          ))}
          {threshold !== null && <line x1="0" x2={size.width} y1={threshold} y2={threshold} data-testid="threshold" />}
        </svg>
        {dots.slice(0, 500).map(({ x, y, label, place, value }) => (
          <i
            key={`${label}${place}`}
            style={{ insetInlineStart: `${(x / size.width) * 100}%`, top: `${(y / size.height) * 100}%` }}
            title={[stepOf(place), label, formatNumber(value, look.language, 2)].filter(Boolean).join(' ')}
          />
        ))}
        <span className={style['top']}>{formatShort(top, look.language)}</span>
        <span className={style['bottom']}>{formatShort(bottom, look.language)}</span>
      </div>
      {time && last > 0 && (
        <figcaption>
          <span>{stepOf(0)}</span>
          <span>{stepOf(last)}</span>
        </figcaption>
      )}
    </figure>
  );
}
