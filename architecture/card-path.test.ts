import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { listImports } from './sources.ts';

const maxFiles = 25;

const [, section = ''] = /^## The path of a card\n(.*?)^## /ms.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? [];
const files = [...section.matchAll(/^\d+\. `([\w./-]+)`/gm)].map((match) => match[1]!);

const importsOf = (file: string) => new Set(listImports(file).map(([, to]) => to));

/**
 * Connected by an import in either direction, or by a shared import: processes share only the types of their messages.
 */
function isConnected(file: string, other: string): boolean {
  const [imports, otherImports] = [importsOf(file), importsOf(other)];
  return imports.has(other) || otherImports.has(file) || [...imports].some((each) => otherImports.has(each));
}

test(`a query passes through at most ${maxFiles} files from the card to the engine and back`, () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.length).toBeLessThanOrEqual(maxFiles);
  expect(new Set(files).size).toBe(files.length);
});

test('the path of a card lists files that exist and are connected by imports', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const unconnected = files.filter(
    (file, index) => index > 0 && !files.slice(0, index).some((other) => isConnected(file, other)),
  );
  expect(unconnected).toEqual([]);
});
