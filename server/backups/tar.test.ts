import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDirectory } from '#server/testing/directories.ts';
import { createTar, DamagedBackup, readTar } from './tar.ts';

let directory: string;
beforeAll(async () => {
  directory = await createDirectory();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const options = () => ({ signal: new AbortController().signal, onBytes: () => undefined });

const contents = { empty: Buffer.alloc(0), block: randomBytes(512), large: randomBytes(3_000_001) };

async function writeArchive(name: string): Promise<string> {
  const target = path.join(directory, name);
  const tar = createTar(target, options());
  for (const [entry, content] of Object.entries(contents)) {
    const source = path.join(directory, entry);
    await writeFile(source, content);
    expect(await tar.add({ name: `folder/${entry}`, size: content.length }, source)).toBe(sha256(content));
  }
  await tar.addText('last.json', '{}');
  await tar.end();
  await tar.close();
  return target;
}

async function readArchive(file: string): Promise<Record<string, Buffer>> {
  const entries: Record<string, Buffer> = {};
  for await (const { name, size, content } of readTar(file)) {
    const parts: Buffer[] = [];
    for await (const part of content()) parts.push(part);
    entries[name] = Buffer.concat(parts);
    expect(entries[name].length).toBe(size);
  }
  return entries;
}

test('an archive is read as it was written, and only its owner can read the file', async () => {
  const file = await writeArchive('whole.tar');
  const { 'last.json': last, ...files } = await readArchive(file);
  expect(String(last)).toBe('{}');
  expect(Object.keys(files)).toEqual(['folder/empty', 'folder/block', 'folder/large']);
  expect(files['folder/large']!.equals(contents.large)).toBe(true);
  const { size, mode } = await stat(file);
  expect([size % 512, mode & 0o777]).toEqual([0, 0o600]);
});

test('archives of earlier versions are read', async () => {
  // Header as versions up to 0.4 wrote it by hand.
  const head = Buffer.alloc(512);
  for (const [text, at] of [
    ['note.txt', 0],
    ['0000600\0', 100],
    ['0000000\0', 108],
    ['0000000\0', 116],
    ['00000000005\0', 124],
    ['00000000000\0', 136],
    ['        0', 148],
    ['ustar\x0000', 257],
  ] as const)
    head.write(text, at);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(512);
  body.write('hello');
  const file = path.join(directory, 'old.tar');
  await writeFile(file, Buffer.concat([head, body, Buffer.alloc(1024)]));
  expect(await readArchive(file)).toEqual({ 'note.txt': Buffer.from('hello') });
});

test('a truncated archive and a changed header are reported as damage', async () => {
  const bytes = await readFile(await writeArchive('damaged.tar'));
  const file = path.join(directory, 'changed.tar');
  await writeFile(file, bytes.subarray(0, 2_000_000));
  await expect(readArchive(file)).rejects.toThrow(DamagedBackup);
  const changed = Buffer.from(bytes);
  changed[3] = changed[3]! + 1;
  await writeFile(file, changed);
  await expect(readArchive(file)).rejects.toThrow(DamagedBackup);
});

test('a file that shrinks while it is read is reported as damage', async () => {
  const source = path.join(directory, 'short');
  await writeFile(source, 'abc');
  const tar = createTar(path.join(directory, 'short.tar'), options());
  await expect(tar.add({ name: 'short', size: 5 }, source)).rejects.toThrow(DamagedBackup);
  await tar.close();
});

test('a target that cannot be written is reported with its reason', async () => {
  const source = path.join(directory, 'source');
  await writeFile(source, randomBytes(5_000_000));
  const missing = createTar(path.join(directory, 'missing', 'x.tar'), options());
  await expect(missing.add({ name: 'source', size: 5_000_000 }, source)).rejects.toThrow(/ENOENT/);
  await missing.close();
  const full = createTar('/dev/full', options());
  await expect(full.add({ name: 'source', size: 5_000_000 }, source)).rejects.toThrow(/EEXIST|ENOSPC/);
  await full.close();
});

test('writing is cancelled by the signal', async () => {
  const stopper = new AbortController();
  const source = path.join(directory, 'source');
  await writeFile(source, randomBytes(5_000_000));
  const tar = createTar(path.join(directory, 'cancelled.tar'), {
    signal: stopper.signal,
    onBytes: () => stopper.abort(),
  });
  await expect(tar.add({ name: 'source', size: 5_000_000 }, source)).rejects.toThrow(/abort/i);
  await tar.close();
});
