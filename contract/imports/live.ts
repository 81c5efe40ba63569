import { liveEvent } from '#contract/live/event.ts';

/** Live events of imports. */
export const importEvents = {
  upload: liveEvent(
    ['upload'],
    ({ id }: { id: string }) => [['upload', id]],
    ({ id }) => ({ to: 'viewers', kind: 'upload', id, deleted: 'nobody' }),
  ),
  import: liveEvent(
    ['import', 'application'],
    ({ id, application }: { id: string; application: string }) => [
      ['import', id],
      ['application', application, 'imports'],
    ],
    ({ application }) => ({ to: 'viewers', kind: 'application', id: application, deleted: 'everyone' }),
  ),
};
