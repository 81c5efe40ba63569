import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const isSource = (name: string) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name);
const clientPattern = /new pg\.(?:Client|Pool)\(|await createConnection\(settings/g;
const listenerPattern = /\.on\(\s*'error'/g;

test('every database client listens for errors, because a lost connection would end the process', () => {
  const files = ['engine', 'server'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((name) => path.join(root, name)),
  );
  const counts = files.map((file) => {
    const text = readFileSync(file, 'utf8');
    const countOf = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return { file, clients: countOf(clientPattern), listeners: countOf(listenerPattern) };
  });
  expect(counts.filter(({ clients }) => clients > 0).length).toBeGreaterThan(5);
  expect(counts.filter(({ clients, listeners }) => listeners < clients)).toEqual([]);
});
