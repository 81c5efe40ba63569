import { currentChartOf } from '#domain/dashboard/queries.ts';
import {
  cardsOf,
  type ChartCard,
  type Control,
  type Dashboard,
  type DashboardState,
  type TimeRange,
} from '#domain/dashboard/dashboard.ts';
import { isSame } from '../url-state.ts';

/** Whether a control differs from its default. */
export const isChanged = ({ id, value }: Control, { values }: DashboardState): boolean =>
  Object.hasOwn(values, id) && !isSame(values[id], value);

export const isSpanChanged = ({ time }: Dashboard, state: DashboardState): boolean =>
  state.time !== null && !isSame(state.time.span, time.span);

export const isCompareChanged = ({ time }: Dashboard, state: DashboardState): boolean =>
  state.time !== null && !isSame(state.time.compare, time.compare);

/** Whether anything uses the time range. */
export const hasTime = (dashboard: Dashboard): boolean =>
  dashboard.time.targets.length > 0 ||
  cardsOf(dashboard).some(
    (card) =>
      card.kind === 'chart' &&
      card.chart.ask.kind === 'sql' &&
      card.chart.ask.params.some(({ name }) => ['from', 'to'].includes(name.toLowerCase())),
  );

/** The number of differences from the defaults. */
export function countChanges(dashboard: Dashboard, state: DashboardState): number {
  const flags = [
    isSpanChanged(dashboard, state),
    isCompareChanged(dashboard, state),
    ...dashboard.controls.map((control) => isChanged(control, state)),
    ...state.picks.map(() => true),
    ...Object.values(state.drills).map((steps) => steps.length > 0),
  ];
  return flags.filter(Boolean).length;
}

export function withoutValue(state: DashboardState, control: string): DashboardState {
  const { [control]: _gone, ...values } = state.values;
  return { ...state, values };
}

export const withoutPick = (state: DashboardState, card: string): DashboardState => ({
  ...state,
  picks: state.picks.filter((pick) => pick.card !== card),
});

export function withoutDrill(state: DashboardState, card: string): DashboardState {
  const { [card]: _gone, ...drills } = state.drills;
  return { ...state, drills };
}

/** Changes part of the time range; null if it equals the default. */
export function withTime(dashboard: Dashboard, state: DashboardState, part: Partial<TimeRange>): DashboardState {
  const { span, compare } = dashboard.time;
  const time: TimeRange = { span, compare, ...state.time, ...part };
  const isPlain = isSame(time, { span, compare });
  return dropOutdatedSelections(dashboard, state, isPlain ? null : { span: time.span, compare: time.compare });
}

/** Clears picks and drills of cards whose grain changes with the time range. */
function dropOutdatedSelections(dashboard: Dashboard, state: DashboardState, time: TimeRange | null): DashboardState {
  const touched = new Set([...state.picks.map(({ card }) => card), ...Object.keys(state.drills)]);
  const grainsOf = (card: ChartCard, set: DashboardState) => {
    const { ask: spec } = currentChartOf(dashboard, card, { ...set, drills: {} }).chart;
    return spec.kind === 'query' ? spec.dimensions.map((each) => (each.kind === 'time' ? each.grain : null)) : [];
  };
  const next = { ...state, time };
  return cardsOf(dashboard)
    .filter((card) => card.kind === 'chart')
    .filter(({ id }) => touched.has(id))
    .filter((card) => !isSame(grainsOf(card, state), grainsOf(card, next)))
    .reduce((left, { id }) => withoutPick(withoutDrill(left, id), id), next);
}
