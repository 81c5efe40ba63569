import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createRandom } from '#engine/testing/random.ts';
import { beginsWithJoinedDigits, countLines } from './count-rows.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-count-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function countOf(text: string, skip = 0): Promise<number> {
  const file = path.join(directory, 'text.csv');
  await writeFile(file, text);
  return (await countLines({ file, skip })).rows;
}

/** Lines with content, where an even number of quotes precedes their end. */
function expectedOf(text: string): number {
  const lines = text.split('"').flatMap((part, index) => (index % 2 ? ['x'] : [`"${part}"`]));
  const unquoted = lines.join('').replaceAll(/^"|"$/g, '');
  return unquoted.split(/[\n\r]/).filter((line) => /[^\s\0]/.test(line)).length;
}

const parts = [
  '\n',
  '\r\n',
  '\r',
  ' ',
  '',
  '\t',
  '!',
  '#',
  ',',
  '"a\nb"',
  '""',
  '上海',
  'é',
  'ÿ',
  'plain',
  '12.5',
  '~~~~',
  '\u007f',
];

test('lines with content are counted, whatever surrounds their ends', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    // Texts without quotes and carriage returns are counted in a faster way.
    const pool = seed % 2 ? parts : parts.filter((part) => !/["\r]/.test(part));
    const text = random.several(0, 40, () => random.pick(pool)).join('');
    expect([seed, text, await countOf(text)]).toEqual([seed, text, expectedOf(text)]);
  }
});

test('lines are counted across the chunks of a large file', async () => {
  const line = `1,"a\nb",${'上海'.repeat(7)}\r\n`;
  expect(await countOf(line.repeat(70_000), 1)).toBe(69_999);
});

test('a line, a quoted cell and a line of spaces may begin in one chunk and end in another', async () => {
  const megabyte = 1024 * 1024;
  for (const middle of ['ab\ncd', 'a\n  \n\nb', '"a\nb"\n', 'a\r\nb', 'a"\n"b', ' \n \n', '\n"\n"\n']) {
    for (let offset = -middle.length; offset <= 1; offset++) {
      const text = `${'x'.repeat(megabyte - 10)}\n${' '.repeat(9 + offset)}${middle}${'\ny'.repeat(3)}`;
      expect([middle, offset, await countOf(text)]).toEqual([middle, offset, expectedOf(text)]);
    }
  }
});

test.each([
  ['1_0', true],
  ['a,1_0,b', true],
  ['1__0 _1 1_ a_1 1_a', false],
  ['', false],
])('an underscore between two digits is found: %s', async (text, isFound) => {
  const file = path.join(directory, 'joined.csv');
  await writeFile(file, `x${text}\n`);
  expect(await beginsWithJoinedDigits(file)).toBe(isFound);
  // Also after the first chunk, and across two chunks.
  for (const before of [2 ** 20 - 4, 2 ** 20 - 3, 2 ** 20 - 2, 2 ** 20 - 1, 2 ** 20, 3 * 2 ** 20]) {
    await writeFile(file, `${'x'.repeat(before)}${text}x\n`);
    const { hasJoinedDigits } = await countLines({ file, skip: 0 });
    if (isFound) expect(hasJoinedDigits).toBe(true);
  }
});
