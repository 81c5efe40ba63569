import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readJsonLines } from './json-lines.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-lines-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('a value ends at its line feed, whatever separators its texts contain', async () => {
  const values = [{ a: 'one\u2028two' }, ['three\u2029', null], 'x'.repeat(100_000)];
  const file = path.join(directory, 'values');
  await writeFile(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  const read = [];
  for await (const value of readJsonLines(file)) read.push(value);
  expect(read).toEqual(values);
});
