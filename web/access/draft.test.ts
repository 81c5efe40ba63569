import { expect, test } from 'vitest';

import { accessOf, type AccessDraft, draftOf, losesAccess, type NamedWithRight } from './draft.ts';

const namedMember = (id: string, right: NamedWithRight['right']): NamedWithRight => ({
  id,
  name: id,
  avatar: null,
  role: 'editor',
  right,
});
const draft: AccessDraft = {
  sharing: 'members',
  everyone: 'view',
  members: [namedMember('ann', 'edit'), namedMember('bo', 'view')],
};

test('sends the named members, or only the editors among them when everyone may view', () => {
  const [ann, bo] = [
    { id: 'ann', right: 'edit' },
    { id: 'bo', right: 'view' },
  ] as const;
  expect(accessOf(draft)).toEqual({ everyone: null, members: [ann, bo] });
  expect(accessOf({ ...draft, sharing: 'everyone' })).toEqual({ everyone: 'view', members: [ann] });
  expect(accessOf({ ...draft, sharing: 'everyone', everyone: 'edit' })).toEqual({ everyone: 'edit', members: [] });
  expect(accessOf({ ...draft, sharing: 'private' })).toEqual({ everyone: null, members: [] });
});

test('a saved draft is read back unchanged', () => {
  for (const each of [draft, { ...draft, sharing: 'private' as const, members: [] }]) {
    const { everyone } = accessOf(each);
    expect(draftOf({ everyone, members: each.members }).sharing).toBe(each.sharing);
  }
});

test('detects a draft that removes the access of its author', () => {
  const editor = { id: 'cy', role: 'editor' };
  expect(losesAccess(draft, editor, 'ann')).toBe(true);
  expect(losesAccess(draft, editor, 'cy')).toBe(false);
  expect(losesAccess(draft, { id: 'bo', role: 'editor' }, undefined)).toBe(false);
  expect(losesAccess(draft, { id: 'cy', role: 'owner' }, undefined)).toBe(false);
});
