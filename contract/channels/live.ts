import { liveEvent } from '#contract/live/event.ts';

/** Live events of channels. */
export const channelEvents = {
  channels: liveEvent(
    ['channels'],
    () => [['channels']],
    () => ({ to: 'editors' }),
  ),
};
