import { chartNow, pathNow } from '#contract/dashboard-asks.ts';
import type { ChartCard, Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { Dimension, Scalar } from '#contract/query.ts';

/** The values from which someone went down a card, each with the dimension that it is a value of. */
export type Taken = { taken: Scalar[]; dimensions: Dimension[] };

/** The steps down that a card takes now. In a short time its steps are finer already, and those above are none. */
export function stepsTaken(dashboard: Dashboard, card: ChartCard, state: DashboardState): Taken {
  const { [card.id]: steps = [], ...drills } = state.drills;
  const { ask } = chartNow(dashboard, card, { ...state, drills }).chart;
  const path = pathNow(dashboard, card, state);
  const first = ask.kind === 'query' ? ask.dimensions.slice(0, 1) : [];
  const dimensions = first.flatMap((own) => [own, ...path.map((step): Dimension => ({ ...step, id: own.id }))]);
  return { taken: steps.slice(0, path.length), dimensions };
}
