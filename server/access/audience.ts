import type { Accessible, Right, Sharing } from '#contract/access.ts';
import type { Member } from '#contract/accounts.ts';

/** Who may see a thing, and what else they may do with it. */
export type Audience = { maker: string | null; everyone: Right | undefined; named: Map<string, Right> };

export type Person = Pick<Member, 'id' | 'role'>;

/** What someone may do with a thing. A role is a bound: a viewer edits nothing. */
export function rightIn({ maker, everyone, named }: Audience, { id, role }: Person): Right | undefined {
  if (role === 'owner') return 'edit';
  const own = maker === id ? 'edit' : named.get(id);
  const most = own === 'edit' || everyone === 'edit' ? 'edit' : (own ?? everyone);
  return most === 'edit' && role === 'viewer' ? 'view' : most;
}

export function sharingOf({ everyone, named }: Audience): Sharing {
  if (everyone) return 'everyone';
  return named.size > 0 ? 'members' : 'private';
}

/** What a thing tells of access to someone who may see it. */
export const accessibleOf = (audience: Audience, person: Person): Accessible => ({
  right: rightIn(audience, person) ?? 'view',
  sharing: sharingOf(audience),
});

type Grant = { memberId: string | null; right: Right | null };

/** The audience that the grants of a thing make. */
export function audienceOf(maker: string | null, grants: Grant[]): Audience {
  const audience: Audience = { maker, everyone: undefined, named: new Map() };
  for (const { memberId, right } of grants) {
    if (right === null) continue;
    if (memberId === null) audience.everyone = right;
    else audience.named.set(memberId, right);
  }
  return audience;
}
