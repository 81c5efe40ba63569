import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Column } from '#domain/query/query.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import { compileStatistics, isNeverNegative } from './statistics.ts';

const columns: Column[] = ['price', 'refund', 'empty'].map((id) => ({ id, name: id, type: 'number' }));
const segments = [
  [{ price: 0, refund: 3.5, empty: null }],
  [
    { price: 12.25, refund: -0.01, empty: null },
    { price: null, refund: 7, empty: null },
  ],
];
const options = { seconds: 30 };
const { run, close } = openProcessPool({ max: 1, min: 1 });
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-statistics-'));
  for (const [index, rows] of segments.entries()) {
    const file = fileOf(index);
    await writeFile(`${file}.rows`, rows.map((row) => JSON.stringify(row)).join('\n'));
    await run('write', { file, columns, rows: `${file}.rows` }, options);
  }
});
afterAll(async () => {
  await close();
  await rm(directory, { recursive: true, force: true });
});
const fileOf = (index: number) => path.join(directory, `segment-${index}`);

/** The columns that are never negative in these segments. */
async function nonNegativeIn(...indexes: number[]): Promise<string[]> {
  const source = { at: 'files' as const, name: 'orders', columns, segments: indexes.map(fileOf) };
  const query = compileStatistics({ name: 'orders', columns, metrics: [] }, columns);
  const { values } = await run('query', { ...query, sources: [source] }, options);
  return columns.filter((_, index) => isNeverNegative(values[index]?.[0], 'number')).map(({ id }) => id);
}

test('statistics tell which numbers are never negative', async () => {
  expect(await nonNegativeIn(0)).toEqual(['price', 'refund']);
  expect(await nonNegativeIn(1)).toEqual(['price']);
  expect(await nonNegativeIn(0, 1)).toEqual(['price']);
});

test.each([
  ['[Min: 1970-01-01 00:00:00+00, Max: 2026-11-18 20:03:28.400803+00][Has Null: true]', true],
  ['[Min: 2024-11-18 20:03:16.7156+00, Max: 2026-11-18 20:03:28+00][Has Null: false]', true],
  ['[Min: 1969-12-31 23:59:59.999999+00, Max: 2026-11-18 20:03:28+00][Has Null: false]', false],
  ['[Min: 0044-03-15 (BC) 12:00:00+00, Max: 2026-11-18 20:03:28+00][Has Null: false]', false],
  ['[Min: 2044-03-15 (BC) 12:00:00+00, Max: 2026-11-18 20:03:28+00][Has Null: false]', false],
  ['[Min: NULL, Max: NULL][Has Null: true]', false],
])('statistics of times tell whether none is before 1970: %s', (text, expected) => {
  expect(isNeverNegative(text, 'time')).toBe(expected);
});

test('statistics of times in a segment are read', async () => {
  const times: Column[] = ['at', 'born'].map((id) => ({ id, name: id, type: 'time' }));
  const file = path.join(directory, 'times');
  const rows = [
    { at: '1970-01-01T00:00:00Z', born: '1969-12-31T23:59:59Z' },
    { at: null, born: '2026-01-01T00:00:00Z' },
  ];
  await writeFile(`${file}.rows`, rows.map((row) => JSON.stringify(row)).join('\n'));
  await run('write', { file, columns: times, rows: `${file}.rows` }, options);
  const source = { at: 'files' as const, name: 'orders', columns: times, segments: [file] };
  const query = compileStatistics({ name: 'orders', columns: times, metrics: [] }, times);
  const { values } = await run('query', { ...query, sources: [source] }, options);
  expect(values.map(([text]) => isNeverNegative(text, 'time'))).toEqual([true, false]);
});

test('statistics of a column whose type was changed are not used', async () => {
  const texts = columns.map((column) => ({ ...column, type: 'text' as const }));
  const source = { at: 'files' as const, name: 'orders', columns: texts, segments: [fileOf(1)] };
  const query = compileStatistics({ name: 'orders', columns: texts, metrics: [] }, texts);
  const { values } = await run('query', { ...query, sources: [source] }, options);
  expect(values.map(([text]) => isNeverNegative(text, 'number'))).toEqual([false, false, false]);
});
