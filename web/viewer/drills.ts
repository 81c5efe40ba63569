import { currentChartOf, currentPathOf } from '#domain/dashboard/queries.ts';
import type { ChartCard, Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Dimension, Scalar } from '#domain/query/query.ts';

/** The values of a drill path, each with its dimension. */
export type DrillSteps = { taken: Scalar[]; dimensions: Dimension[] };

/**
 * The current drill steps of a card. In a short time range its grain is already finer, so coarser steps are skipped.
 */
export function stepsTaken(dashboard: Dashboard, card: ChartCard, state: DashboardState): DrillSteps {
  const { [card.id]: steps = [], ...drills } = state.drills;
  const { ask: spec } = currentChartOf(dashboard, card, { ...state, drills }).chart;
  const path = currentPathOf(dashboard, card, state);
  const first = spec.kind === 'query' ? spec.dimensions.slice(0, 1) : [];
  const dimensions = first.flatMap((own) => [own, ...path.map((step): Dimension => ({ ...step, id: own.id }))]);
  return { taken: steps.slice(0, path.length), dimensions };
}
