import { expect, test } from 'vitest';

import { type LiveChange, liveEvents, liveRoots, staleKeysOf } from './changes.ts';

const id = 'some-id';
const payload = { id, application: id, dashboard: id, member: id, datasets: [id], version: 1, rows: 1 };
const kinds = Object.keys(liveEvents) as LiveChange['kind'][];
const changes = kinds.flatMap((kind) =>
  ['dashboard', 'application'].map((thing) => ({ kind, thing, ...payload }) as unknown as LiveChange),
);

test.each(changes)('the query keys of a $kind change of $thing are among the live roots', (change) => {
  for (const viewer of [undefined, id])
    for (const [root] of staleKeysOf(change, viewer)) expect(liveRoots).toContain(root);
});

test('live roots include reports', () => {
  expect(liveRoots).toEqual(expect.arrayContaining(['reports', 'report']));
});
