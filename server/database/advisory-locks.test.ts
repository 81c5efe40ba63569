import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { root } from '#server/root.ts';
import { advisoryLocks } from './advisory-locks.ts';

test('every advisory lock has a unique number', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('no other file has numbers of advisory locks', () => {
  const folder = path.join(root, 'server');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const others = names.filter((name) => /\b7_385_\d{3}\b/.test(readFileSync(path.join(folder, name), 'utf8')));
  expect(others).toEqual(['database/advisory-locks.ts']);
});
