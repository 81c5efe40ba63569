import type { AudienceList, NamedMember, Right, Sharing } from '#contract/access.ts';

/** Who shall see a thing, while someone is choosing. What another choice hides is kept until it is saved. */
export type Draft = { sharing: Sharing; everyone: Right; members: Named[] };
export type Named = NamedMember & { right: Right };

export const draftOf = ({ everyone, members }: AudienceList): Draft => ({
  sharing: everyone ? 'everyone' : members.length > 0 ? 'members' : 'private',
  everyone: everyone ?? 'view',
  members,
});

/** Whether naming members says something: not where all may edit anyway. */
export const hasNames = ({ sharing, everyone }: Draft): boolean =>
  sharing === 'members' || (sharing === 'everyone' && everyone === 'view');

/** What is saved of it. */
export function chosenOf(draft: Draft): { everyone: Right | null; members: { id: string; right: Right }[] } {
  const { sharing, everyone, members } = draft;
  // Where all may view, only those who may do more need a name.
  const named = sharing === 'everyone' ? members.filter(({ right }) => right === 'edit') : members;
  return {
    everyone: sharing === 'everyone' ? everyone : null,
    members: hasNames(draft) ? named.map(({ id, right }) => ({ id, right })) : [],
  };
}

/** Whether someone could not see the thing any more. */
export function losesSight(draft: Draft, me: { id: string; role: string }, maker: string | undefined): boolean {
  if (me.role === 'owner' || me.id === maker || draft.sharing === 'everyone') return false;
  return draft.sharing === 'private' || draft.members.every(({ id }) => id !== me.id);
}
