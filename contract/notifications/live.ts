import { liveEvent } from '#contract/live/event.ts';

/** Live events of notifications. */
export const notificationEvents = {
  /** Only sent to that member's own pages. */
  notification: liveEvent(['notifications'], (_: { member: string }) => [['notifications']]),
};
