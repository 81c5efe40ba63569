import { liveEvent } from '#contract/live/event.ts';

/** Live events of extracts. */
export const extractEvents = {
  extract: liveEvent(
    ['application'],
    ({ application }: { id: string; application: string }) => [['application', application, 'extracts']],
    ({ application }) => ({ to: 'viewers', kind: 'application', id: application, deleted: 'nobody' }),
  ),
};
