import { liveEvent } from '#contract/live/event.ts';

/** Live events of queries. */
export const queryEvents = {
  limits: liveEvent(
    ['limits'],
    () => [['limits']],
    () => ({ to: 'everyone' }),
  ),
};
