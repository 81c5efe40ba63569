import { lazy, Suspense } from 'react';

import type { Card, ChartCard, Dashboard, DashboardState } from '#contract/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useAnswered } from './answered.ts';
import type { PickHandler } from '#web/charts/picking.ts';
import { ChartBody } from './ChartBody.tsx';
import type { CardAnswer } from './run.ts';

// Texts are seldom; what reads markdown comes with the first of them.
const TextBody = lazy(() => import('./TextBody.tsx').then((module) => ({ default: module.TextBody })));

type Props = {
  card: Card;
  dashboard: Dashboard;
  state: DashboardState;
  answer: CardAnswer | undefined;
  /** In pixels: nothing that comes later changes it. */
  height: number;
  onPick?: PickHandler | undefined;
  onRetry?: (() => void) | undefined;
};

/** What lies in a card, of whatever kind. */
export function CardBody({ card, dashboard: _dashboard, ...shown }: Props) {
  if (card.kind === 'divider') return null;
  if (card.kind === 'chart') return <Chart card={card} {...shown} />;
  return (
    <Suspense fallback={<div style={{ height: shown.height }} />}>
      <TextBody card={card} answer={shown.answer} />
    </Suspense>
  );
}

type ChartProps = Omit<Props, 'card' | 'dashboard'> & { card: ChartCard };

function Chart({ card, answer, ...shown }: ChartProps) {
  const look = useLook();
  const answered = useAnswered(card, answer);
  return <ChartBody {...{ card, answer, answered, look, ...shown }} />;
}
