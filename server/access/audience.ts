import type { AccessFields, Right, SharedKind, Sharing } from '#contract/access/routes.ts';
import type { Member } from '#contract/accounts/routes.ts';

/** A resource with its own access list. */
export type SharedResource = { kind: SharedKind; id: string };

/** Who may view or edit a resource. */
export type Audience = { maker: string | null; everyone: Right | undefined; named: Map<string, Right> };

export type Person = Pick<Member, 'id' | 'role'>;

/** Right of a person to a resource. The role is an upper bound: a viewer cannot edit. */
export function rightIn({ maker, everyone, named }: Audience, { id, role }: Person): Right | undefined {
  if (role === 'owner') return 'edit';
  const own = maker === id ? 'edit' : named.get(id);
  const granted = own === 'edit' || everyone === 'edit' ? 'edit' : (own ?? everyone);
  return granted === 'edit' && role === 'viewer' ? 'view' : granted;
}

function sharingOf({ everyone, named }: Audience): Sharing {
  if (everyone) return 'everyone';
  return named.size > 0 ? 'members' : 'private';
}

/** Access fields of a resource as shown to someone who may see it. */
export const accessibleOf = (audience: Audience, person: Person): AccessFields => ({
  right: rightIn(audience, person) ?? 'view',
  sharing: sharingOf(audience),
});

type Grant = { memberId: string | null; right: Right | null };

/** Builds the access list from the grants of a resource. */
export function audienceOf(maker: string | null, grants: Grant[]): Audience {
  const audience: Audience = { maker, everyone: undefined, named: new Map() };
  for (const { memberId, right } of grants) {
    if (right === null) continue;
    if (memberId === null) audience.everyone = right;
    else audience.named.set(memberId, right);
  }
  return audience;
}
