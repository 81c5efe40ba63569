import { cardsOf, type Control, type Dashboard, type DashboardState, type TimeRange } from '#contract/dashboard.ts';
import { isSame } from '../address.ts';

/** Whether a control differs from what its author gave it. */
export const isChanged = ({ id, value }: Control, { values }: DashboardState): boolean =>
  Object.hasOwn(values, id) && !isSame(values[id], value);

export const isSpanChanged = ({ time }: Dashboard, state: DashboardState): boolean =>
  state.time !== null && !isSame(state.time.span, time.span);

export const isCompareChanged = ({ time }: Dashboard, state: DashboardState): boolean =>
  state.time !== null && !isSame(state.time.compare, time.compare);

/** Whether there is anything that a time range acts on. */
export const hasTime = (dashboard: Dashboard): boolean =>
  dashboard.time.targets.length > 0 ||
  cardsOf(dashboard).some(
    (card) =>
      card.kind === 'chart' &&
      card.chart.ask.kind === 'sql' &&
      card.chart.ask.params.some(({ name }) => ['from', 'to'].includes(name.toLowerCase())),
  );

/** How many things are set otherwise than the author left them. */
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

/** The time with a part of it changed; one that is as the author made it is none. */
export function withTime(dashboard: Dashboard, state: DashboardState, part: Partial<TimeRange>): DashboardState {
  const { span, compare } = dashboard.time;
  const time: TimeRange = { span, compare, ...state.time, ...part };
  return { ...state, time: isSame(time, { span, compare }) ? null : { span: time.span, compare: time.compare } };
}
