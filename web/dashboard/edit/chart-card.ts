import type { ChartCard, Dashboard } from '#contract/dashboard.ts';
import { changeCard } from './document.ts';
import { useEditing } from './editing.ts';

/** Changes parts of a card with a chart: as a step, or as part of the last one. */
export function useChartCard({ id }: ChartCard) {
  const { change, amend } = useEditing();
  const made = (part: Partial<ChartCard>) => (dashboard: Dashboard) =>
    changeCard(dashboard, id, (now) => (now.kind === 'chart' ? { ...now, ...part } : now));
  return {
    set: (part: Partial<ChartCard>, group?: string) => change(made(part), group),
    amend: (part: Partial<ChartCard>) => amend(made(part)),
  };
}
