import { liveEvent } from '#contract/live/event.ts';

/** Live events of alerts. */
export const alertEvents = {
  alert: liveEvent(
    ['alerts', 'alert'],
    ({ id }: { id: string; member: string | null }) => [['alerts'], ['alert', id]],
    ({ member }) => ({ to: 'member_and_owners', id: member }),
  ),
};
