import { liveEvent } from '#contract/live/event.ts';

/** Live events of members. */
export const memberEvents = {
  // A change of the signed-in member, such as another role, also refreshes `me`.
  member: liveEvent(
    ['members', 'me'],
    ({ id }: { id: string }, viewer) => (id === viewer ? [['members'], ['me']] : [['members']]),
    // All members may see the names of members.
    () => ({ to: 'everyone' }),
  ),
};
