import { liveEvent } from '#contract/live/event.ts';

/** Live events of groups and of what members may see by row rules. */
export const groupEvents = {
  groups: liveEvent(
    ['groups'],
    (_: object) => [['groups']],
    () => ({ to: 'editors' }),
  ),
  /** Groups or attributes of members changed: other rows may be visible to them. Null means any member. */
  row_scope: liveEvent(
    ['dataset', 'applications', 'application', 'profile', 'query-result', 'answer'],
    (_: { member: string | null }) => [
      ['dataset'],
      ['applications'],
      ['application'],
      ['profile'],
      ['query-result'],
      ['answer'],
    ],
    ({ member }) => (member === null ? { to: 'everyone' } : { to: 'member', id: member }),
  ),
};
