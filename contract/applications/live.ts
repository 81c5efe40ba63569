import { liveEvent } from '#contract/live/event.ts';

/** Live events of applications. */
export const applicationEvents = {
  // Moving a dataset to the trash or restoring it is published as a change of its application.
  application: liveEvent(
    ['applications', 'application', 'dataset', 'trash'],
    ({ id }: { id: string }) => [['applications'], ['application', id], ['dataset'], ['trash']],
    ({ id }) => ({ to: 'viewers', kind: 'application', id, deleted: 'everyone' }),
  ),
};
