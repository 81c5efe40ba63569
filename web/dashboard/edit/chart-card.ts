import type { ChartCard, Dashboard } from '#domain/dashboard/dashboard.ts';
import { changeCard } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';

/** Changes a chart card: as a new undo step (`set`), or as part of the last one (`amend`). */
export function useChartCard({ id }: ChartCard) {
  const { change, amend } = useEditing();
  const withPart = (part: Partial<ChartCard>) => (dashboard: Dashboard) =>
    changeCard(dashboard, id, (now) => (now.kind === 'chart' ? { ...now, ...part } : now));
  return {
    set: (part: Partial<ChartCard>, group?: string) => change(withPart(part), group),
    amend: (part: Partial<ChartCard>) => amend(withPart(part)),
  };
}
