import { expect, test } from 'vitest';

import { sectionsOf } from './palette-sections.ts';

test('a group is listed once, however its entries are mixed with others', () => {
  const mixed = ['place a', 'command b', 'place c'].map((text) => ({ text, group: text.split(' ')[0]! }));
  expect(sectionsOf(mixed)).toEqual([
    { group: 'place', entries: [mixed[0], mixed[2]] },
    { group: 'command', entries: [mixed[1]] },
  ]);
});
