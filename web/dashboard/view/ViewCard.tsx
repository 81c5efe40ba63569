import { lazy, memo, Suspense, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Card, ChartCard, DashboardState, Point } from '#contract/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import type { PickHandler } from '#web/charts/picking.ts';
import { useLook } from '#web/shell/preferences.ts';
import { cardTitle, useAnswered } from './answered.ts';
import { useBoard } from './board.ts';
import { CardBody } from './CardBody.tsx';
import { CardTools } from './CardTools.tsx';
import { ChartBody } from './ChartBody.tsx';
import { DrillCrumbs } from './DrillCrumbs.tsx';
import { useNear, useSight } from './near.ts';
import { picked as withPicked } from './picks.ts';
import { foresee, type Run, useAnswer, useOld, usePending } from './run.ts';
import type { CardAnswer } from './runner.ts';
import { useSubject } from './subjects.ts';
import style from './ViewCard.module.css';

const PickBar = lazy(() => import('./PickBar.tsx').then((module) => ({ default: module.PickBar })));

type Props = {
  card: Card;
  run: Run;
  /** The points of it that stand out. */
  picked: Point[];
  /** Whether someone went down a path on it. */
  isDrilled: boolean;
  /** Of the whole card, in pixels. */
  height: number;
  onSight: (card: string, isInSight: boolean) => void;
};

/** A card on the board. */
export const ViewCard = memo(function ViewCard({ card, run, picked, isDrilled, height, onSight }: Props) {
  const place = useRef<HTMLElement>(null);
  const isNear = useNear(place);
  useSight(
    place,
    useCallback((isInSight) => onSight(card.id, isInSight), [card.id, onSight]),
  );
  const answer = useAnswer(run, card.id);
  const isPending = usePending(run, card.id);
  const isOld = useOld(run, card.id);
  return (
    <article
      ref={place}
      id={card.id}
      className={style['card']}
      data-kind={card.kind}
      data-pending={isPending}
      data-old={isOld}
      aria-busy={isPending || isOld}
    >
      {card.kind === 'chart' ? (
        <ChartParts {...{ card, run, answer, picked, height, isNear, isDrilled }} />
      ) : (
        <TextParts {...{ card, answer, height }} />
      )}
    </article>
  );
});

type PartsProps<Kind> = { card: Kind; answer: CardAnswer | undefined; height: number };
type ChartProps = PartsProps<ChartCard> & Pick<Props, 'run' | 'picked' | 'isDrilled'> & { isNear: boolean };

/** What a card needs beside its picture: its border, its head, and the room at its sides. */
const around = { head: 36, rest: 14 };

// That a card waits is the article's to show: nothing in it is drawn again for that.
const ChartParts = memo(function ChartParts({ card, run, answer, picked, height, isDrilled, isNear }: ChartProps) {
  const look = useLook();
  const { change, again, isStill, isBare } = useBoard();
  const subject = useSubject(card.chart.ask);
  const answered = useAnswered(card, answer);
  const title = cardTitle(card, subject, look, answered?.ask);
  const room = height - around.head - around.rest;
  const handlePick = useCallback<PickHandler>(
    (point, how) => {
      const next = (now: DashboardState) => withPicked(now, card.id, point, how);
      if (how.isPressed) foresee(run, next);
      else change(next);
    },
    [change, run, card.id],
  );
  const isTable = ['table', 'pivot'].includes(answered?.drawing.kind ?? '');
  const hasTools = answered && !isStill && !answer?.error;
  return (
    <>
      <header className={style['head']}>
        <h3 title={title} dir="auto">
          {title}
        </h3>
        {isDrilled && <DrillCrumbs card={card} />}
        {hasTools && picked.length > 0 && answered.ask.kind === 'query' && (
          <Suspense>
            <PickBar card={card} title={title} answered={{ ...answered, ask: answered.ask }} points={picked} />
          </Suspense>
        )}
        {hasTools && !isBare && <CardTools {...{ card, title, answered }} onPick={handlePick} />}
      </header>
      <div className={style['body']} style={{ height: room }} data-sheet={isTable}>
        {answer && <div className={style['waiting']} aria-hidden />}
        {isNear && (
          <ChartBody
            {...{ card, answer, answered, look, picked }}
            height={room}
            onPick={isStill ? undefined : handlePick}
            onRetry={() => again({ cards: [card.id] })}
          />
        )}
      </div>
    </>
  );
});

function TextParts({ card, answer, height }: PartsProps<Card>) {
  const { t } = useTranslation();
  const { language } = useLook();
  const title = textOf(card.title, language);
  const room = height - around.rest - (title ? around.head : 10);
  return (
    <>
      {title ? (
        <header className={style['head']}>
          <h3 title={title} dir="auto">
            {title}
          </h3>
        </header>
      ) : (
        <div className={style['lid']} />
      )}
      <section
        className={style['body']}
        style={{ height: room }}
        aria-label={title ? undefined : t('dashboard.view.text')}
      >
        <CardBody {...{ card, answer }} height={room} />
      </section>
    </>
  );
}
