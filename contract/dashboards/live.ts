import { liveEvent } from '#contract/live/event.ts';

/** Live events of dashboards. */
export const dashboardEvents = {
  dashboard: liveEvent(
    ['dashboards', 'dashboard', 'trash'],
    ({ id }: { id: string; version: number }) => [['dashboards'], ['dashboard', id], ['trash']],
    ({ id }) => ({ to: 'viewers', kind: 'dashboard', id, deleted: 'everyone' }),
  ),
  /** A member pinned or unpinned a dashboard. */
  pin: liveEvent(
    ['dashboards'],
    (_: { member: string }) => [['dashboards']],
    ({ member }) => ({ to: 'member', id: member }),
  ),
};
