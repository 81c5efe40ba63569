import { lazy, Suspense } from 'react';

import type { Card, ChartCard } from '#domain/dashboard/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useCardResult } from './card-result.ts';
import { ChartBody } from './ChartBody.tsx';
import type { CardAnswer } from './runner.ts';

// Text cards are rare; the markdown parser loads with the first one.
const TextBody = lazy(() => import('./TextBody.tsx').then((module) => ({ default: module.TextBody })));

type CardBodyProps = {
  card: Card;
  answer: CardAnswer | undefined;
  /** Fixed height in pixels, so that the layout does not shift. */
  height: number;
};

/** Content of a card of any kind. */
export function CardBody({ card, ...rest }: CardBodyProps) {
  if (card.kind === 'divider') return null;
  if (card.kind === 'chart') return <CardChart card={card} {...rest} />;
  return (
    <Suspense fallback={<div style={{ height: rest.height }} />}>
      <TextBody card={card} answer={rest.answer} />
    </Suspense>
  );
}

type CardChartProps = Omit<CardBodyProps, 'card'> & { card: ChartCard };

function CardChart({ card, answer, ...rest }: CardChartProps) {
  const look = useLook();
  const lastAnswer = useCardResult(card, answer);
  return <ChartBody {...{ card, answer, lastAnswer, look, ...rest }} />;
}
