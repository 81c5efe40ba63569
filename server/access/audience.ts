import type { AccessFields, Right, SharedKind, Sharing } from '#contract/access/routes.ts';
import type { ActingMember } from '#server/context.ts';

/** A resource with its own access list. */
export type SharedResource = { kind: SharedKind; id: string };

/** Who may view or edit a resource, by its own access list and those of the folders above it. */
export type Audience = { creator: string | null; everyone: Right | undefined; named: Map<string, Right> };

export type Person = Pick<ActingMember, 'id' | 'role' | 'people'>;

/** The people who must all have a right: the person, or everyone whose view "See as…" combines. */
export const peopleOf = (person: Person): readonly Person[] => person.people ?? [person];

/** Right of a person to a resource. The role is an upper bound: a viewer cannot edit. */
export function rightIn(audience: Audience, person: Person): Right | undefined {
  if (!person.people) return ownRightIn(audience, person);
  return person.people.every((each) => ownRightIn(audience, each)) ? 'view' : undefined;
}

function ownRightIn({ creator, everyone, named }: Audience, { id, role }: Person): Right | undefined {
  if (role === 'owner') return 'edit';
  const granted = higherOf(creator === id ? 'edit' : named.get(id), everyone);
  return granted === 'edit' && role === 'viewer' ? 'view' : granted;
}

function sharingOf({ everyone, named }: Audience): Sharing {
  if (everyone) return 'everyone';
  return named.size > 0 ? 'members' : 'private';
}

/** Right to a resource and its sharing, as shown to someone who may see it. */
export const accessibleOf = (audience: Audience, person: Person): Omit<AccessFields, 'folder'> => ({
  right: rightIn(audience, person) ?? 'view',
  sharing: sharingOf(audience),
});

type Grant = { memberId: string | null; right: Right | null };

/** Builds the access list from the grants of a resource. */
export function audienceOf(creator: string | null, grants: Grant[]): Audience {
  const audience: Audience = { creator, everyone: undefined, named: new Map() };
  for (const grant of grants) addGrant(audience, grant);
  return audience;
}

/** Adds a grant of the resource, or none if an outer join has none. */
export function addGrant(audience: Audience, { memberId, right }: Grant): void {
  if (right === null) return;
  if (memberId === null) audience.everyone = right;
  else audience.named.set(memberId, right);
}

const higherOf = (a: Right | undefined, b: Right | undefined): Right | undefined =>
  a === 'edit' || b === 'edit' ? 'edit' : (a ?? b);

/** Adds the rights to a folder to those of a resource inside. */
export function inheritAudience(own: Audience, folder: Audience): Audience {
  const named = new Map(own.named);
  for (const [id, right] of folder.named) named.set(id, higherOf(named.get(id), right)!);
  if (folder.creator !== null && folder.creator !== own.creator) named.set(folder.creator, 'edit');
  return { creator: own.creator, everyone: higherOf(own.everyone, folder.everyone), named };
}
