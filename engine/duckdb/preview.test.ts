import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ByteRange } from '#domain/byte-range.ts';
import type { Encoding } from '#domain/cells/reading.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import { encode } from '#engine/testing/encode.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';
import { workbookOf } from '#engine/testing/workbook.ts';
import { zipOf } from '#engine/testing/zip.ts';

let reader: TestFileReader;
let fileCount = 0;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

type PreviewSizes = { head?: number; tail?: number };

/** Sends parts of a file until there is a preview, as a browser does. All other bytes are filler. */
async function preview(content: Buffer, name: string, { head = 1_000_000, tail = 256 * 1024 }: PreviewSizes = {}) {
  const bytes = content.length;
  let ranges: ByteRange[] = [{ from: 0, to: Math.min(head, bytes) }];
  if (head < bytes) ranges.push({ from: Math.max(head, bytes - tail), to: bytes });
  for (let sent = 0; sent < 5; sent++) {
    const directory = path.join(reader.directory, `preview-${fileCount++}`);
    await mkdir(directory);
    const file = path.join(directory, 'content');
    const parts = Buffer.alloc(bytes, 'Z');
    for (const { from, to } of ranges) content.copy(parts, from, from, to);
    await writeFile(file, parts);
    const input = { file, name, zone: 'UTC', directory, bytes, ranges };
    const result = await reader.processes.run('preview', input, { seconds: 60 });
    if ('tables' in result) return { tables: result.tables, ranges };
    ranges = result.ranges;
  }
  throw new Error('the preview keeps requesting parts');
}

const shapeOf = ({ columns }: DetectedTable) => columns.map(({ name, type, role }) => ({ name, type, role }));

/** Expects the columns and first rows of the whole file from previews of these sizes; returns the numbers of rows. */
async function expectSame(content: Buffer, name: string, ...sizes: PreviewSizes[]): Promise<number[]> {
  const expected = await reader.inspect(content, name);
  const counts: number[] = [];
  for (const each of sizes) {
    const { tables } = await preview(content, name, each);
    expect(tables.map((table) => table.name)).toEqual(expected.map((table) => table.name));
    for (const [index, table] of tables.entries()) {
      expect(shapeOf(table)).toEqual(shapeOf(expected[index]!));
      expect(table.sample).toEqual(expected[index]!.sample.slice(0, table.sample.length));
      expect(table.exact).toBe(false);
    }
    counts.push(tables[0]!.sample.length);
  }
  return [...new Set(counts)];
}

const headsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => ({ head: first + n }));

const cities = ['Hangzhou', '杭州', 'Köln', '東京', '😀 city'];
const rowOf = (n: number) => ({
  id: n,
  day: new Date(Date.UTC(2026, 0, 1 + (n % 300))).toISOString().slice(0, 10),
  city: cities[n % cities.length]!,
  note: n % 7 === 0 ? `two\nlines, "${n}"` : `note ${n}`,
  amount: ((n * 7919) % 1000) / 4,
});
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => rowOf(n));
const csvOf = (count: number) =>
  ['id,day,city,note,amount', ...rowsOf(count).map((row) => Object.values(row).map(cellOf).join(','))].join('\n');
const cellOf = (value: unknown) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);

function encodedText(text: string, encoding: Encoding): Buffer {
  const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf-16le') return wide;
  return encoding === 'utf-16be' ? wide.swap16() : encode(text, encoding)!;
}

describe('the preview of a text', () => {
  test('shows the first rows of the whole file, wherever it is cut', async () => {
    const content = Buffer.from(csvOf(5000));
    // Cut within quotes, within characters of two to four bytes, and within line ends.
    expect(await expectSame(content, 'a.csv', ...headsFrom(9000, 60))).toEqual([100]);
  });

  test.each(['gb18030', 'big5', 'shift_jis', 'utf-16le', 'utf-16be'] as const)(
    'reads %s that is cut within a character',
    async (encoding) => {
      const text = csvOf(3000).replaceAll('Köln', '大阪').replaceAll('😀 ', '').replaceAll('杭州', '上海');
      const content = encodedText(text, encoding);
      await expectSame(content, 'a.csv', ...headsFrom(12_000, 8));
    },
  );

  test('reads quotes between tabs as plain characters', async () => {
    const lines = Array.from({ length: 4000 }, (_, n) => `${n}\t${n % 9}" screen\tx`);
    await expectSame(Buffer.from(['id\tsize\tx', ...lines].join('\n')), 'a.tsv', { head: 20_000 });
  });

  test('does not treat a row in the middle of a file as a total', async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => (n % 50 === 49 ? `Total,${n}` : `a${n},${n}`));
    const content = Buffer.from(['name,value', ...lines].join('\n'));
    const cut = content.indexOf('Total,99\n') + 9;
    const { tables } = await preview(content, 'a.csv', { head: cut });
    expect(tables[0]!.sample.at(-1)).toEqual(['Total', '99']);
    expect(tables[0]!.notes).toEqual([]);
  });
});

test.each([
  ['an array', (rows: object[]) => JSON.stringify(rows)],
  ['lines', (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')],
  [
    'an array in an object',
    (rows: object[]) => JSON.stringify({ meta: { tags: [{ a: 1 }] }, data: { rows } }, null, 1),
  ],
])('the preview of JSON as %s shows its first rows', async (_, write) => {
  const rows = rowsOf(3000).map((row) => ({ ...row, place: { tags: ['a', 'b'], zip: row.id % 99 } }));
  const content = Buffer.from(write(rows));
  expect(await expectSame(content, 'a.json', ...headsFrom(30_000, 10))).toEqual([100]);
});

describe('the preview of an archive', () => {
  test('unpacks the beginning of a gzip', async () => {
    const content = gzipSync(csvOf(100_000));
    expect(content.length).toBeGreaterThan(400_000);
    expect(await expectSame(content, 'a.csv.gz', { head: 40_000 }, { head: 50_001 })).toEqual([100]);
  });

  test('reads the beginning of each file in a zip', async () => {
    const files: [string, string][] = [
      ['one.csv', csvOf(80_000)],
      ['note.pdf', '%PDF'],
      ['two.csv', 'a,b\n1,2\n3,4\n'],
    ];
    const content = zipOf(files);
    expect(await expectSame(content, 'a.zip', { head: 4096 })).toEqual([100]);
    const { ranges } = await preview(content, 'a.zip', { head: 4096, tail: 4096 });
    expect(ranges.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(content.length);
  });
});

describe('the preview of a workbook', () => {
  const columnOf = (n: number) => String.fromCharCode(65 + n);
  const numberOf = (n: number, row: number) =>
    `<c r="${columnOf(n)}${row}"><v>${((row * 7919 * n) % 100_003) / 100}</v></c>`;
  const headerOf = (names: string[]) =>
    `<row r="1">${names.map((name, n) => `<c r="${columnOf(n)}1" t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>`;
  const sheetOf = (count: number, stringOf: (row: number) => number) =>
    headerOf(['city', 'a', 'b', 'c']) +
    Array.from({ length: count }, (_, n) => n + 2)
      .map(
        (row) =>
          `<row r="${row}"><c r="A${row}" t="s"><v>${stringOf(row)}</v></c>${[1, 2, 3].map((n) => numberOf(n, row)).join('')}</row>`,
      )
      .join('');
  const randomText = (n: number) => `${Math.sin(n)} 城市 ${Math.cos(n * 3)}`;
  const stringsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => `<si><t>${randomText(n)}</t></si>`).join('');

  test('reads the beginning of each sheet', async () => {
    const sheets = [40_000, 5].map((count, n) => ({ name: `Sheet ${n}`, rows: sheetOf(count, (row) => row) }));
    const content = workbookOf({ strings: stringsOf(40_010), sheets });
    expect(await expectSame(content, 'a.xlsx', { head: 4096, tail: 100_000 })).toEqual([100]);
  });

  test('requests all shared strings if the first rows refer to the last of them', async () => {
    const content = workbookOf({
      strings: stringsOf(40_000),
      sheets: [{ name: 'Sheet', rows: sheetOf(30_000, (row) => (row < 20 ? row : 39_999 - row)) }],
    });
    expect(await expectSame(content, 'a.xlsx', { head: 4096 })).toEqual([100]);
  });

  test('fails if the workbook is encrypted or damaged', async () => {
    const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(5000)]);
    await expect(preview(ole, 'a.xlsx')).rejects.toThrow('file_unknown');
    const content = workbookOf({ strings: stringsOf(9), sheets: [{ name: 'Sheet', rows: sheetOf(9, () => 1) }] });
    await expect(preview(content.subarray(0, -30), 'a.xlsx')).rejects.toThrow('file_damaged');
  });
});

describe('the preview of a Parquet file', () => {
  async function write(sql: string, options: string): Promise<Buffer> {
    const file = path.join(reader.directory, `rows-${fileCount++}.parquet`);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`copy (${sql}) to '${file}' (format parquet, ${options})`);
    connection.closeSync();
    return readFile(file);
  }
  const plain = `select i::bigint as id, 'city ' || i % 300 as city, random()::double as share, (i * 1.5)::decimal(18,3) as amount,
    timestamp '2026-01-01' + i * interval 1 minute as at from range(300000) t(i)`;

  test.each(['snappy', 'zstd', 'uncompressed'])('reads the first pages, %s', async (compression) => {
    const content = await write(plain, `compression ${compression}, row_group_size 100000`);
    expect(await expectSame(content, 'a.parquet', { head: 4096, tail: 64 })).toEqual([100]);
    const { ranges } = await preview(content, 'a.parquet', { head: 4096, tail: 64 });
    expect(ranges.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(content.length * 0.5);
  });

  test('reads rows with lists and structs', async () => {
    const nested = `select i as id, {a: i, b: 'x' || i} as s, range(i % 5) as list from range(100000) t(i)`;
    const content = await write(nested, 'row_group_size 20480');
    expect(await expectSame(content, 'a.parquet', { head: 4096, tail: 64 })).toEqual([100]);
  });

  test('fails without a footer', async () => {
    const content = await write(plain, 'row_group_size 100000');
    await expect(preview(content.subarray(0, -5), 'a.parquet')).rejects.toThrow();
  });
});
