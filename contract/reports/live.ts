import { liveEvent } from '#contract/live/event.ts';

/** Live events of reports. */
export const reportEvents = {
  report: liveEvent(
    ['reports', 'report'],
    ({ id }: { id: string; member: string | null }) => [['reports'], ['report', id]],
    ({ member }) => ({ to: 'member_and_owners', id: member }),
  ),
};
