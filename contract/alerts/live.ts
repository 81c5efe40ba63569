import { liveEvent } from '#contract/live/event.ts';

/** Live events of alerts. */
export const alertEvents = {
  /** Only sent to its creator and the owner. */
  alert: liveEvent(['alerts', 'alert'], ({ id }: { id: string; member: string | null }) => [['alerts'], ['alert', id]]),
};
