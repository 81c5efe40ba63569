import { liveEvent } from '#contract/live/event.ts';
import type { SharedKind } from './routes.ts';

/** Live events of access. */
export const accessEvents = {
  /** Access to a dashboard or application changed. */
  access: liveEvent(
    ['dashboards', 'dashboard', 'applications', 'application', 'dataset', 'charts', 'chart', 'trash'],
    ({ thing, id }: { thing: SharedKind; id: string }) =>
      thing === 'dashboard'
        ? [['dashboards'], ['dashboard', id], ['trash']]
        : [['applications'], ['application', id], ['dataset'], ['charts'], ['chart'], ['dashboards'], ['trash']],
    // The server also sends it to those who lost access by the change.
    ({ thing, id }) => ({ to: 'viewers', kind: thing, id, deleted: 'nobody' }),
  ),
};
