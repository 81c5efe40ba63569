import { appendFile, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { listLogFiles } from '#engine/events/log-files.ts';
import { frameOf } from '#engine/events/frames.ts';
import { openFileLogWriter } from './file-log-writer.ts';
import { scanLog } from './scan-log.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shuju-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const frame = (name: string, body = Buffer.from('{}')) =>
  frameOf({ format: 'json', datasets: [name], keyName: '', receivedAt: 0, refused: [], delivery: null }, body);

async function namesIn(from = 0): Promise<{ names: string[]; end: number; damaged: number }> {
  const names: string[] = [];
  const scanned = await scanLog(folder, from, ({ datasets }) => names.push(datasets[0]!));
  return { names, ...scanned };
}

async function write(names: string[], start = 0): Promise<number> {
  const log = openFileLogWriter(folder, start, () => {});
  await Promise.all(names.map((name) => log.append(frame(name))));
  await log.close();
  return log.end();
}

test('frames are read back in the order they were appended', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
  const end = await write(names);
  expect(await namesIn()).toEqual({ names, end, damaged: 0 });
});

test.each(['half a length', 'half a frame', 'a whole frame of zeros', 'a frame with a wrong bit'])(
  'a tail that is %s is truncated, and the log continues after the last intact frame',
  async (tail) => {
    const end = await write(['a', 'b']);
    const [last] = await listLogFiles(folder);
    const next = frame('lost');
    next[20]! ^= 1;
    const tails: Record<string, Buffer> = {
      'half a length': frame('lost').subarray(0, 3),
      'half a frame': frame('lost').subarray(0, 30),
      'a whole frame of zeros': Buffer.alloc(100),
      'a frame with a wrong bit': next,
    };
    await appendFile(last!.file, tails[tail]!);
    expect(await namesIn()).toEqual({ names: ['a', 'b'], end, damaged: tails[tail]!.length });
    expect((await stat(last!.file)).size).toBe(end);
    await write(['c'], end);
    expect((await namesIn()).names).toEqual(['a', 'b', 'c']);
  },
);

test('a truncated file does not hide the files after it', async () => {
  const end = await write(['a', 'b']);
  await write(['c'], end);
  const [first] = await listLogFiles(folder);
  await truncate(first!.file, end - 1);
  expect(await namesIn()).toMatchObject({ names: ['a', 'c'] });
});

test('a full file is followed by a new one, and sealed files are removed', async () => {
  const log = openFileLogWriter(folder, 0, () => {});
  const large = Buffer.alloc(30 * 1024 * 1024, ' ');
  const ends: number[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ends.push(await log.append(frame(name, large)));
  expect(await readdir(folder)).toHaveLength(2);
  await log.prune(ends[1]!);
  expect(await readdir(folder)).toHaveLength(2);
  await log.prune(ends[2]!);
  await log.prune(ends[3]!);
  await log.close();
  expect(await readdir(folder)).toHaveLength(1);
  expect((await namesIn(ends[2])).names).toEqual(['d']);
});
