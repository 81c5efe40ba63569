import type { Control, ControlValue, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { ShareRow } from './active-share.ts';

/** The viewer's state, limited to what the link allows. */
export function allowedState({ allows }: Pick<ShareRow, 'allows'>, state: DashboardState): DashboardState {
  const values = Object.entries(state.values).filter(([id]) => allows.controls.includes(id));
  return { ...state, time: allows.time ? state.time : null, values: Object.fromEntries(values) };
}

/** The effective state: the allowed part of the viewer's state over the state the link was created with. */
function effectiveState(row: Pick<ShareRow, 'allows' | 'start'>, state: DashboardState): DashboardState {
  const allowed = allowedState(row, state);
  const { time, values } = row.start;
  return { ...allowed, time: allowed.time ?? time, values: { ...values, ...allowed.values } };
}

/** The dashboard request of a link. It uses the link's zone: another zone would shift a fixed day. */
export const dashboardRequestOf = (row: ShareRow, state: DashboardState) => ({
  id: row.dashboardId,
  draft: false,
  state: effectiveState(row, state),
  zone: row.zone,
});

/** The initial value of a control of a link. */
export const startValueOf = ({ id, value }: Control, { start }: Pick<ShareRow, 'start'>): ControlValue => {
  const set = Object.hasOwn(start.values, id) ? start.values[id]! : value;
  return set.kind === value.kind ? set : value;
};
