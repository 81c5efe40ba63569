import { useTranslation } from 'react-i18next';

import type { AlertCondition, Watch } from '#contract/alert.ts';
import type { Rehearsal } from '#contract/alerts.ts';
import { shapeOf } from '#display/charts/course.ts';
import { formatNumber, formatShort } from '#display/format/number.ts';
import { formatStep } from '#display/format/step.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './Course.module.css';

const room = { width: 640, height: 160 };
const linesAt = (points: [number, number][]) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

type Props = { rehearsal: Rehearsal; condition: AlertCondition; time: Watch['time']; isStale?: boolean };

/** What an alert looks at over time, its threshold, and where it would have fired. */
export function Course({ rehearsal, condition, time, isStale = false }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const { lines, dots, threshold, top, bottom } = shapeOf(rehearsal, condition, room);
  const stepOf = (place: number) => formatStep(rehearsal.steps[place], time?.grain ?? null, look);
  const last = rehearsal.steps.length - 1;
  const summary = t('alerts.courseOf', { times: rehearsal.times, days: rehearsal.days });
  return (
    <figure className={style['course']} data-stale={isStale} data-testid="course">
      <div className={style['frame']}>
        <svg viewBox={`0 0 ${room.width} ${room.height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {lines.map(({ key, points, isMain }) => (
            <polyline key={key} points={linesAt(points)} data-main={isMain} />
          ))}
          {threshold !== null && <line x1="0" x2={room.width} y1={threshold} y2={threshold} data-testid="threshold" />}
        </svg>
        {dots.slice(0, 500).map(({ x, y, label, place, value }) => (
          <i
            key={`${label}${place}`}
            style={{ insetInlineStart: `${(x / room.width) * 100}%`, top: `${(y / room.height) * 100}%` }}
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
