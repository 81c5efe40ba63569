import { liveEvent } from '#contract/live/event.ts';

/** Live events of notifications. */
export const notificationEvents = {
  notification: liveEvent(
    ['notifications'],
    (_: { member: string }) => [['notifications']],
    ({ member }) => ({ to: 'member', id: member }),
  ),
};
