import { lazy, memo, Suspense, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Card, ChartCard, DashboardState, ChartPoint } from '#domain/dashboard/dashboard.ts';
import { describedFieldsOf } from '#display/frame.ts';
import { textOf } from '#display/words/subject.ts';
import type { PickHandler } from '#web/grid/pick-handler.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useValueWhenDrawn } from '#web/charts/use-value-when-drawn.ts';
import { ResultMarks } from '#web/charts/ResultMarks.tsx';
import { cardTitle, useCardResult } from './card-result.ts';
import { useDashboardContext } from './dashboard-context.ts';
import { CardBody } from './CardBody.tsx';
import { CardLateMark, lateOriginOf } from './CardLateMark.tsx';
import { CardTools } from './CardTools.tsx';
import { ChartBody } from './ChartBody.tsx';
import { DrillCrumbs } from './DrillCrumbs.tsx';
import { useNearViewport, useVisibility } from './use-visibility.ts';
import { togglePick } from './picks.ts';
import { prefetch, type DashboardRun, useAnswer, useIsStale, usePending } from './run.ts';
import type { CardAnswer } from './runner.ts';
import { useSubject, useVerifications } from './subjects.ts';
import style from './ViewCard.module.css';

const PickBar = lazy(() => import('./PickBar.tsx').then((module) => ({ default: module.PickBar })));

type ViewCardProps = {
  card: Card;
  run: DashboardRun;
  /** The highlighted points of the card. */
  picked: ChartPoint[];
  /** Whether the card is drilled down. */
  isDrilled: boolean;
  /** Height of the whole card in pixels. */
  height: number;
  onVisibility: (card: string, isInSight: boolean) => void;
};

/** A card on the dashboard grid. */
export const ViewCard = memo(function ViewCard({ card, run, picked, isDrilled, height, onVisibility }: ViewCardProps) {
  const element = useRef<HTMLElement>(null);
  const isNear = useNearViewport(element);
  useVisibility(
    element,
    useCallback((isInSight) => onVisibility(card.id, isInSight), [card.id, onVisibility]),
  );
  const answer = useAnswer(run, card.id);
  const isPending = usePending(run, card.id);
  const isStale = useIsStale(run, card.id);
  return (
    <article
      ref={element}
      id={card.id}
      className={style['card']}
      data-kind={card.kind}
      data-pending={isPending}
      data-old={isStale}
      aria-busy={isPending || isStale}
    >
      {card.kind === 'chart' ? (
        <ChartParts {...{ card, run, answer, picked, height, isNear, isDrilled }} />
      ) : (
        <TextParts {...{ card, run, answer, height }} />
      )}
    </article>
  );
});

type CardPartsProps<Kind> = { card: Kind; answer: CardAnswer | undefined; height: number };
type ChartPartsProps = CardPartsProps<ChartCard> &
  Pick<ViewCardProps, 'run' | 'picked' | 'isDrilled'> & { isNear: boolean };

/** Height of the header and of border and padding. */
const chromeHeight = { head: 36, rest: 14 };

// Pending is shown by the article, so that the chart does not render again for it.
const ChartParts = memo(function ChartParts({ card, run, answer, picked, height, isDrilled, isNear }: ChartPartsProps) {
  const look = useLook();
  const { change, rerun, isStatic, isBare } = useDashboardContext();
  const subject = useSubject(card.chart.ask);
  const lastAnswer = useCardResult(card, answer);
  const title = cardTitle(card, subject, look, lastAnswer?.spec);
  const bodyHeight = height - chromeHeight.head - chromeHeight.rest;
  const handlePick = useCallback<PickHandler>(
    (point, { isAdding, before }) => {
      const next = (now: DashboardState) => togglePick(now, card.id, point, { isAdding });
      if (!before) change(next);
      else if (before === 'leave') run.discardPrefetch();
      else prefetch(run, { reason: before, change: next });
    },
    [change, run, card.id],
  );
  const marks = useVerifications(lastAnswer?.spec);
  const hasMarks = lastAnswer && (marks.length > 0 || describedFieldsOf(lastAnswer.frame).length > 0);
  const isTable = ['table', 'pivot'].includes(lastAnswer?.drawing.kind ?? '');
  const hasTools = lastAnswer && !isStatic && !answer?.error;
  // Tools are rendered after the charts are drawn.
  const hasCardTools = useValueWhenDrawn(hasTools && !isBare, false);
  const late = lateOriginOf(answer);
  return (
    <>
      <header className={style['head']}>
        <h3 title={title} dir="auto">
          {title}
        </h3>
        {hasTools && hasCardTools && hasMarks && <ResultMarks frame={lastAnswer.frame} marks={marks} />}
        {isDrilled && <DrillCrumbs card={card} />}
        {late && <CardLateMark late={late} run={run} />}
        {hasTools && picked.length > 0 && lastAnswer.spec.kind === 'query' && (
          <Suspense>
            <PickBar card={card} title={title} lastAnswer={{ ...lastAnswer, spec: lastAnswer.spec }} points={picked} />
          </Suspense>
        )}
        {hasTools && hasCardTools && <CardTools {...{ card, title, lastAnswer }} onPick={handlePick} />}
      </header>
      <div className={style['body']} style={{ height: bodyHeight }} data-sheet={isTable}>
        {answer && <div className={style['waiting']} aria-hidden />}
        {isNear && (
          <ChartBody
            {...{ card, answer, lastAnswer, look, picked }}
            height={bodyHeight}
            onPick={isStatic ? undefined : handlePick}
            onRetry={() => rerun({ cards: [card.id] })}
          />
        )}
      </div>
    </>
  );
});

function TextParts({ card, run, answer, height }: CardPartsProps<Card> & Pick<ViewCardProps, 'run'>) {
  const { t } = useTranslation();
  const { language } = useLook();
  const title = textOf(card.title, language);
  const late = lateOriginOf(answer);
  const hasHead = title !== '' || late !== undefined;
  const bodyHeight = height - chromeHeight.rest - (hasHead ? chromeHeight.head : 10);
  return (
    <>
      {hasHead ? (
        <header className={style['head']}>
          {title && (
            <h3 title={title} dir="auto">
              {title}
            </h3>
          )}
          {late && <CardLateMark late={late} run={run} />}
        </header>
      ) : (
        <div className={style['lid']} />
      )}
      <section
        className={style['body']}
        style={{ height: bodyHeight }}
        aria-label={title ? undefined : t('dashboard.view.text')}
      >
        <CardBody {...{ card, answer }} height={bodyHeight} />
      </section>
    </>
  );
}
