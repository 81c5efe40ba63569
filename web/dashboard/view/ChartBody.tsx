import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartCard, Point } from '#contract/dashboard.ts';
import { markOf } from '#contract/point.ts';
import type { Ask } from '#contract/query.ts';
import type { Frame, Look } from '#display/frame.ts';
import type { PickHandler } from '#web/charts/picking.ts';
import { Boundary } from '#web/ui/Boundary.tsx';
import { type Answered, cardTitle } from './answered.ts';
import style from './CardBody.module.css';
import { FailedCard } from './FailedCard.tsx';
import type { CardAnswer } from './runner.ts';

const ChartView = lazy(() => import('#web/charts/ChartView.tsx').then((module) => ({ default: module.ChartView })));

type Props = {
  card: ChartCard;
  answer: CardAnswer | undefined;
  answered: Answered | undefined;
  look: Look;
  height: number;
  /** The points that stand out. */
  picked?: Point[];
  onPick?: PickHandler | undefined;
  onRetry?: (() => void) | undefined;
};

/** The answer of a card as its picture; before there is one, its place. */
export function ChartBody({ card, answer, answered, look, height, picked, onPick, onRetry }: Props) {
  const { t } = useTranslation();
  if (answer?.error) return <FailedCard error={answer.error} ask={card.chart.ask} onRetry={onRetry} />;
  if (!answer || !answered) return <div className={style['empty']} style={{ height }} aria-hidden />;
  const { drawn, drawing, subject, ask } = answered;
  const canPick = onPick !== undefined && ask.kind === 'query' && ask.dimensions.length > 0;
  const handlePick: PickHandler = (point, how) => onPick?.(marked(ask, drawn, point), how);
  return (
    <Boundary place={JSON.stringify([ask, drawing])} fallback={<p role="alert">{t('explore.undrawable')}</p>}>
      <Suspense fallback={<div style={{ height }} />}>
        <ChartView
          frame={drawn}
          drawing={drawing}
          title={cardTitle(card, subject, look, ask)}
          height={height}
          moves={false}
          {...(picked && { picked })}
          onPick={canPick ? handlePick : undefined}
        />
      </Suspense>
    </Boundary>
  );
}

/** The point with bins as stretches: a bin that was counted does not say where it ends. */
function marked(ask: Ask, { fields, values }: Frame, point: Point): Point {
  if (ask.kind !== 'query') return point;
  const marks = Object.entries(point).map(([id, mark]) => {
    const dimension = ask.dimensions.find((each) => each.id === id);
    const all = values[fields.findIndex(({ name }) => name === id)] ?? [];
    return [id, dimension && (mark === null || typeof mark !== 'object') ? markOf(dimension, mark, all) : mark];
  });
  return Object.fromEntries(marks) as Point;
}
