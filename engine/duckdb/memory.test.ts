import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';
import { defaultMemoryMegabytes } from './memory.ts';

const gigabyte = 1024 ** 3;

test.each([
  ['a quarter of the machine', 4 * gigabyte, 0, 1024],
  ['at most 2 GB', 64 * gigabyte, 0, 2048],
  ['a quarter of a container on a large machine', 64 * gigabyte, gigabyte, 256],
  ['a quarter of the machine in a container without a limit', 4 * gigabyte, 2 ** 63, 1024],
])('the default is %s', (_, machine, container, megabytes) => {
  expect(defaultMemoryMegabytes(machine, container)).toBe(megabytes);
});

describe('a limit of 128 MB', () => {
  let reader: TestFileReader;
  beforeAll(async () => {
    reader = await openFileReader({ megabytes: 128 });
  });
  afterAll(() => reader.close());

  test('applies to the process', async () => {
    const { runQuery } = await reader.take('n\n1\n');
    expect(await runQuery("select current_setting('memory_limit')")).toEqual([['122.0 MiB']]);
  });

  const wide = Array.from({ length: 8 }, (_, n) => `${n} wide `.repeat(250));
  const listRows = (count: number, text: (row: number) => string) =>
    Array.from({ length: count }, (_, row) => `${row},${text(row)}`).join('\n');

  test.each([
    ['wide rows', 100_000, () => true],
    // Their average size underestimates the memory needed.
    ['wide rows after many narrow ones', 200_000, (row: number) => row > 120_000],
  ])('%s are imported, although they exceed it', async (_, count, isWide) => {
    const text = listRows(count, (row) => (isWide(row) ? `${row}${wide[row % 8]}` : 'narrow'));
    const { rows, runQuery } = await reader.take(`n,text\n${text}\n`);
    expect(rows).toBe(count);
    const wideRows = Array.from({ length: count }, (_, row) => isWide(row)).filter(Boolean).length;
    expect(await runQuery('select count(*)::integer from t where length(c1) > 1000')).toEqual([[wideRows]]);
  });

  test('segments of wide rows are merged, although they exceed it', async () => {
    const text = `n,text\n${listRows(60_000, (row) => `${row}${wide[row % 8]}`)}\n`;
    const parts = [await reader.take(text), await reader.take(text)];
    const file = path.join(reader.directory, 'merged');
    const columns = [
      { id: 'c0', name: 'n', type: 'integer' as const },
      { id: 'c1', name: 'text', type: 'text' as const },
    ];
    const segments = parts.map(({ segment }) => segment);
    const merged = await reader.processes.run('merge', { file, columns, segments }, { seconds: 240 });
    expect(merged.rows).toBe(120_000);
  });
});
