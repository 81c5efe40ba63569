import type { Control, ControlValue, DashboardState } from '#contract/dashboard.ts';
import type { ShareRow } from './alive.ts';

/** What a viewer has set, as far as the link allows. */
export function allowedState({ allows }: Pick<ShareRow, 'allows'>, state: DashboardState): DashboardState {
  const values = Object.entries(state.values).filter(([id]) => allows.controls.includes(id));
  return { ...state, time: allows.time ? state.time : null, values: Object.fromEntries(values) };
}

/** What is asked: what viewers may not set, or have not set, is as it was when the link was made. */
export function stateThrough(row: Pick<ShareRow, 'allows' | 'start'>, state: DashboardState): DashboardState {
  const allowed = allowedState(row, state);
  const { time, values } = row.start;
  return { ...allowed, time: allowed.time ?? time, values: { ...values, ...allowed.values } };
}

/** The dashboard as it is asked through a link. Its days are those of its own zone: another would shift a fixed day. */
export const lookedThrough = (row: ShareRow, state: DashboardState) => ({
  id: row.dashboardId,
  draft: false,
  state: stateThrough(row, state),
  zone: row.zone,
});

/** The value with which a control of a link begins. */
export const startOf = ({ id, value }: Control, { start }: Pick<ShareRow, 'start'>): ControlValue => {
  const set = Object.hasOwn(start.values, id) ? start.values[id]! : value;
  return set.kind === value.kind ? set : value;
};
