import { useTranslation } from 'react-i18next';

import type { ChartCard, ChartPoint } from '#domain/dashboard/dashboard.ts';
import { pointValueOf } from '#domain/dashboard/point-filters.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import type { Frame, Look } from '#display/frame.ts';
import { ChartView } from '#web/charts/ChartView.tsx';
import type { PickHandler } from '#web/grid/pick-handler.ts';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { type CardResult, cardTitle } from './card-result.ts';
import style from './CardBody.module.css';
import { FailedCard } from './FailedCard.tsx';
import type { CardAnswer } from './runner.ts';

type ChartBodyProps = {
  card: ChartCard;
  answer: CardAnswer | undefined;
  lastAnswer: CardResult | undefined;
  look: Look;
  height: number;
  /** The highlighted points. */
  picked?: ChartPoint[];
  onPick?: PickHandler | undefined;
  onRetry?: (() => void) | undefined;
};

/** The chart of a card, or a placeholder of the same height. */
export function ChartBody({ card, answer, lastAnswer, look, height, picked, onPick, onRetry }: ChartBodyProps) {
  const { t } = useTranslation();
  if (answer?.error) return <FailedCard error={answer.error} spec={card.chart.ask} onRetry={onRetry} />;
  if (!answer || !lastAnswer) return <div className={style['empty']} style={{ height }} aria-hidden />;
  const { chartFrame, drawing, subject, spec } = lastAnswer;
  const canPick = onPick !== undefined && spec.kind === 'query' && spec.dimensions.length > 0;
  const handlePick: PickHandler = (point, mode) => onPick?.(withRanges(spec, chartFrame, point), mode);
  return (
    <ErrorBoundary resetKey={JSON.stringify([spec, drawing])} fallback={<p role="alert">{t('explore.undrawable')}</p>}>
      <ChartView
        frame={chartFrame}
        drawing={drawing}
        title={cardTitle(card, subject, look, spec)}
        height={height}
        isAnimated={false}
        {...(picked && { picked })}
        onPick={canPick ? handlePick : undefined}
      />
    </ErrorBoundary>
  );
}

/** Replaces bins by ranges: the value of a bin does not include its end. */
function withRanges(spec: QuerySpec, { fields, values }: Frame, point: ChartPoint): ChartPoint {
  if (spec.kind !== 'query') return point;
  const marks = Object.entries(point).map(([id, mark]) => {
    const dimension = spec.dimensions.find((each) => each.id === id);
    const all = values[fields.findIndex(({ name }) => name === id)] ?? [];
    return [id, dimension && (mark === null || typeof mark !== 'object') ? pointValueOf(dimension, mark, all) : mark];
  });
  return Object.fromEntries(marks) as ChartPoint;
}
