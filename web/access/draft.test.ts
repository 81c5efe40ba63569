import { expect, test } from 'vitest';

import { chosenOf, type Draft, draftOf, losesSight, type Named } from './draft.ts';

const named = (id: string, right: Named['right']): Named => ({ id, name: id, avatar: null, role: 'editor', right });
const draft: Draft = { sharing: 'members', everyone: 'view', members: [named('ann', 'edit'), named('bo', 'view')] };

test('a choice names its members, all of them only where they alone may see', () => {
  const [ann, bo] = [
    { id: 'ann', right: 'edit' },
    { id: 'bo', right: 'view' },
  ] as const;
  expect(chosenOf(draft)).toEqual({ everyone: null, members: [ann, bo] });
  expect(chosenOf({ ...draft, sharing: 'everyone' })).toEqual({ everyone: 'view', members: [ann] });
  expect(chosenOf({ ...draft, sharing: 'everyone', everyone: 'edit' })).toEqual({ everyone: 'edit', members: [] });
  expect(chosenOf({ ...draft, sharing: 'private' })).toEqual({ everyone: null, members: [] });
});

test('what is read back is what was chosen', () => {
  for (const each of [draft, { ...draft, sharing: 'private' as const, members: [] }]) {
    const { everyone } = chosenOf(each);
    expect(draftOf({ by: null, everyone, members: each.members }).sharing).toBe(each.sharing);
  }
});

test('whoever shuts themselves out is known before', () => {
  const editor = { id: 'cy', role: 'editor' };
  expect(losesSight(draft, editor, 'ann')).toBe(true);
  expect(losesSight(draft, editor, 'cy')).toBe(false);
  expect(losesSight(draft, { id: 'bo', role: 'editor' }, undefined)).toBe(false);
  expect(losesSight(draft, { id: 'cy', role: 'owner' }, undefined)).toBe(false);
});
