import type { AudienceList, NamedMember, Right, Sharing } from '#contract/access/routes.ts';

/** Access being edited. Hidden members are retained until saving. */
export type AccessDraft = { sharing: Sharing; everyone: Right; members: NamedWithRight[] };
export type NamedWithRight = NamedMember & { right: Right };

export const draftOf = ({ everyone, members }: Pick<AudienceList, 'everyone' | 'members'>): AccessDraft => ({
  sharing: everyone ? 'everyone' : members.length > 0 ? 'members' : 'private',
  everyone: everyone ?? 'view',
  members,
});

/** Whether named members apply: not if everyone may edit. */
export const hasNames = ({ sharing, everyone }: AccessDraft): boolean =>
  sharing === 'members' || (sharing === 'everyone' && everyone === 'view');

/** The request body for a draft. */
export function accessOf(draft: AccessDraft): { everyone: Right | null; members: { id: string; right: Right }[] } {
  const { sharing, everyone, members } = draft;
  // Where everyone may view, only editors need to be named.
  const named = sharing === 'everyone' ? members.filter(({ right }) => right === 'edit') : members;
  return {
    everyone: sharing === 'everyone' ? everyone : null,
    members: hasNames(draft) ? named.map(({ id, right }) => ({ id, right })) : [],
  };
}

/** Whether the draft removes the member's own access. */
export function losesAccess(
  draft: AccessDraft,
  me: { id: string; role: string },
  creator: string | undefined,
): boolean {
  if (me.role === 'owner' || me.id === creator || draft.sharing === 'everyone') return false;
  return draft.sharing === 'private' || draft.members.every(({ id }) => id !== me.id);
}

/** Whether the member has access through a folder, regardless of the draft. */
export const hasInherited = ({ inherited }: Pick<AudienceList, 'inherited'>, id: string): boolean =>
  inherited !== null && (inherited.everyone !== null || inherited.members.some((member) => member.id === id));
