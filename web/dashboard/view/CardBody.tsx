import { lazy, Suspense } from 'react';

import type { Card, ChartCard } from '#contract/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useAnswered } from './answered.ts';
import { ChartBody } from './ChartBody.tsx';
import type { CardAnswer } from './runner.ts';

// Texts are seldom; what reads markdown comes with the first of them.
const TextBody = lazy(() => import('./TextBody.tsx').then((module) => ({ default: module.TextBody })));

type Props = {
  card: Card;
  answer: CardAnswer | undefined;
  /** In pixels: nothing that comes later changes it. */
  height: number;
};

/** What lies in a card, of whatever kind. */
export function CardBody({ card, ...shown }: Props) {
  if (card.kind === 'divider') return null;
  if (card.kind === 'chart') return <Chart card={card} {...shown} />;
  return (
    <Suspense fallback={<div style={{ height: shown.height }} />}>
      <TextBody card={card} answer={shown.answer} />
    </Suspense>
  );
}

type ChartProps = Omit<Props, 'card'> & { card: ChartCard };

function Chart({ card, answer, ...shown }: ChartProps) {
  const look = useLook();
  const answered = useAnswered(card, answer);
  return <ChartBody {...{ card, answer, answered, look, ...shown }} />;
}
