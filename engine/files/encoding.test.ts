import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Encoding } from '#domain/cells/reading.ts';
import { encode } from '#engine/testing/encode.ts';
import { encodingOf, readHead } from './encoding.ts';

/** Size of the chunks in which files are read. */
const chunkBytes = 1024 * 1024;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-encoding-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function detect(content: Buffer): Promise<Encoding | undefined> {
  const file = path.join(directory, 'file.csv');
  await writeFile(file, content);
  return (await encodingOf(file, await readHead(file)))?.encoding;
}

test('a character across the end of a chunk does not hide the encoding', async () => {
  const line = encode('id,北京市,上海市,广州市,深圳市,杭州市,南京市\n', 'gb18030')!;
  // The second byte of this character is a letter, so that the rest of its line looks like ASCII.
  const end = encode('1,北京丂', 'gb18030')!;
  const ascii = Buffer.alloc(chunkBytes - line.length - end.length, 'a\n');
  const content = Buffer.concat([line, ascii, Buffer.from('\n'), end, Buffer.from('\nb\n')]);
  expect(await detect(content)).toBe('gb18030');
});

test('the cut of a long line inside a character does not hide the encoding', async () => {
  const text = encode('北京,', 'gb18030')!;
  expect(await detect(Buffer.concat(Array.from({ length: 30_000 }, () => text)))).toBe('gb18030');
});
