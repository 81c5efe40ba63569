import { expect, test } from 'vitest';

import { findCycles } from './import-cycles.ts';
import { listImports, listSources, sourceFolders } from './sources.ts';

test('finds cycles through any number of files', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', ['d']],
    ['d', ['b']],
    ['e', ['e', 'a']],
  ]);
  expect(findCycles(graph)).toEqual([
    ['b', 'c', 'd', 'b'],
    ['e', 'e'],
  ]);
});

test('no file imports itself through others, type imports included', () => {
  const files = sourceFolders.flatMap(listSources);
  const graph = new Map(files.map((file) => [file, listImports(file).map(([, to]) => to)]));
  expect(findCycles(graph).map((cycle) => cycle.join(' → '))).toEqual([]);
});
