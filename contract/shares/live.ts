import { liveEvent } from '#contract/live/event.ts';

/** Live events of shares. */
export const shareEvents = {
  /** A public link to a dashboard was created, changed or revoked. */
  share: liveEvent(
    ['shares', 'dashboard'],
    ({ dashboard }: { id: string; dashboard: string }) => [['shares'], ['dashboard', dashboard, 'shares']],
    ({ dashboard }) => ({ to: 'viewers', kind: 'dashboard', id: dashboard, deleted: 'nobody' }),
  ),
};
