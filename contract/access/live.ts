import { liveEvent } from '#contract/live/event.ts';
import type { SharedKind } from './routes.ts';

type AccessKey = [
  'folders' | 'dashboards' | 'dashboard' | 'applications' | 'application' | 'dataset' | 'charts' | 'chart' | 'trash',
  ...string[],
];

const staleKeysOfAccess: Record<SharedKind, (id: string) => AccessKey[]> = {
  dashboard: (id) => [['dashboards'], ['dashboard', id], ['trash']],
  application: (id) => [
    ['applications'],
    ['application', id],
    ['dataset'],
    ['charts'],
    ['chart'],
    ['dashboards'],
    ['trash'],
  ],
  folder: () => [
    ['folders'],
    ['dashboards'],
    ['dashboard'],
    ['applications'],
    ['application'],
    ['dataset'],
    ['charts'],
    ['chart'],
    ['trash'],
  ],
};

/** Live events of access. */
export const accessEvents = {
  /** Access to a dashboard, application or folder changed, and with that to everything in it. */
  access: liveEvent(
    ['folders', 'dashboards', 'dashboard', 'applications', 'application', 'dataset', 'charts', 'chart', 'trash'],
    ({ thing, id }: { thing: SharedKind; id: string }) => staleKeysOfAccess[thing](id),
    // The server also sends it to those who lost access by the change.
    ({ thing, id }) => ({ to: 'viewers', kind: thing, id, deleted: 'nobody' }),
  ),
};
