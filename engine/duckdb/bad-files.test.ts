import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';
import { workbookOf } from '#engine/testing/workbook.ts';
import { zipOf } from '#engine/testing/zip.ts';

let reader: TestFileReader;
let parquet: Buffer;
let book: Uint8Array;
beforeAll(async () => {
  reader = await openFileReader();
  parquet = await makeParquet('select range as n, range::varchar as t from range(5000)');
  book = await writeXlsx({
    sheets: [
      {
        name: 's',
        rows: [
          ['a', 'b'],
          [1, 'x'],
        ],
      },
    ],
  });
});
afterAll(() => reader.close());

async function makeParquet(sql: string, compression = 'zstd'): Promise<Buffer> {
  const file = path.join(reader.directory, `made-${Math.random()}.parquet`);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (${sql}) to '${file}' (format parquet, compression ${compression})`);
  return readFile(file);
}

/** Writes a file of many repetitions without holding it in memory. */
async function makeLarge(name: string, parts: Iterable<string>, { gzip = false } = {}): Promise<string> {
  const file = path.join(reader.directory, name);
  const out = createWriteStream(file);
  await (gzip ? pipeline(Readable.from(parts), createGzip({ level: 1 }), out) : pipeline(Readable.from(parts), out));
  return file;
}

function* repeat(text: string, times: number): Iterable<string> {
  for (let each = 0; each < times; each++) yield text;
}

const code = (expected: string, params: object = {}) =>
  expect.objectContaining({ code: expected, params: expect.objectContaining(params) });
const refused = (content: string | Uint8Array, name = 'data.csv') => expect(reader.inspect(content, name)).rejects;
const mega = 1024 * 1024;

describe('text', () => {
  test.each<[string, string | Uint8Array, string, object]>([
    ['an empty file', '', 'file_empty', {}],
    ['only whitespace', ' \n\n \n', 'file_empty', {}],
    ['only a byte order mark', '\uFEFF', 'file_empty', {}],
    ['a header alone', 'a,b\n', 'file_no_rows', {}],
    ['a quote that is never closed', `a,b\n1,x\n2,"y\n${'3,z\n'.repeat(50)}`, 'quote_unclosed', { line: 3 }],
    ['10,000 columns', `${'a,'.repeat(10_000)}a\n${'1,'.repeat(10_000)}1\n`, 'too_many_columns', { limit: '2000' }],
    [
      'binary data',
      Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256)),
      'file_unknown',
      { detail: 'data.csv' },
    ],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'file_unknown', {}],
    ['an HTML page', '<!DOCTYPE html><html></html>', 'file_unknown', {}],
  ])('%s is refused', async (_, content, expected, params) => {
    await refused(content).toEqual(code(expected, params));
  });

  test('a line of 200 MB is rejected before it is fully read', async () => {
    const file = await makeLarge('line.csv', repeat('x'.repeat(mega), 200));
    await expect(reader.inspectAt(file, 'line.csv')).rejects.toEqual(code('line_too_long', { line: 1 }));
  });

  test('a long line after many short ones is rejected when the file is loaded', async () => {
    const short = `1,${'x'.repeat(1021)}\n`.repeat(1024);
    const parts = [...repeat(short, 66), '2,', ...repeat('y'.repeat(mega), 20), '\n3,z\n'];
    const [table] = await reader.inspectAt(await makeLarge('late.csv', ['a,b\n', ...parts]), 'late.csv');
    await expect(reader.load(table!)).rejects.toEqual(code('line_too_long', { line: 66 * 1024 + 2 }));
    expect((await readdir(reader.directory)).filter((name) => name.includes('.new'))).toEqual([]);
  });
});

describe('JSON', () => {
  test.each<[string, string, string, object]>([
    ['100,000 opening brackets', '['.repeat(100_000), 'too_deep', { limit: '100', line: 1 }],
    [
      '100,000 nested brackets in one row',
      `{"a": 1}\n{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'too_deep',
      { line: 2 },
    ],
    ['half an array', '[{"a": 1}, {"a"', 'json_malformed', { line: 1 }],
    ['an invalid literal', '[{"a": 1},\n{"a": tru}]', 'json_malformed', { line: 2 }],
    ['a surplus closing bracket', '{"a": 1}}', 'json_malformed', { line: 1 }],
    [
      '3,000 keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, n]))),
      'too_many_columns',
      {},
    ],
    ['an empty array', '[]', 'file_no_rows', {}],
  ])('%s is refused', async (_, content, expected, params) => {
    await refused(content, 'data.json').toEqual(code(expected, params));
  });

  test('brackets in a CSV cell are harmless', async () => {
    const rows = Array.from({ length: 20 }, () => '"[1]",x\n').join('');
    const { rejects, rows: loaded } = await reader.take(`j,t\n${rows}${'['.repeat(100_000)},y\n`);
    expect(loaded).toBe(20);
    expect(rejects).toMatchObject([{ line: 22, column: 'c0', reason: 'not_json' }]);
  });
});

describe('Parquet', () => {
  test('a truncated file is rejected', async () => {
    await refused(parquet.subarray(0, parquet.length - 100), 'p.parquet').toEqual(code('file_damaged'));
    await refused(parquet.subarray(0, 8), 'p.parquet').toEqual(code('file_damaged'));
  });

  test('a file with a broken footer is rejected', async () => {
    const broken = Buffer.from(parquet);
    broken.fill(0xff, broken.length - 60, broken.length - 8);
    await refused(broken, 'p.parquet').toEqual(code('file_damaged'));
  });

  test('a file with broken pages loads nothing', async () => {
    const broken = Buffer.from(parquet);
    broken.fill(0x55, 10, 4000);
    const tables = await reader.inspect(broken, 'p.parquet').catch((error: unknown) => error);
    if (!Array.isArray(tables)) return expect(tables).toEqual(code('file_damaged'));
    await expect(reader.load(tables[0])).rejects.toEqual(code('file_damaged'));
  });

  test('an unsupported codec or encoding is named and not reported as damage', async () => {
    const packed = await makeParquet('select range as n from range(10)', 'lz4_raw');
    // The older LZ4 framing has another number in the footer.
    const framed = Buffer.from(packed.toString('hex').replaceAll('150e16', '150a16'), 'hex');
    await refused(framed, 'p.parquet').toEqual(code('file_unsupported', { detail: 'LZ4' }));
    const split =
      'UEFSMRUAFRwVHCwVBBUSFQYVBhwAAAACAAAABAEBAgAAAAAAABUEGSw1ABgGc2NoZW1hFQIAFQIlAhgBaQAWBBkcGRwmABwVAhklBhIZGAFpFQAWBBZCFkImCEkcFQAVEhUCADwpBhkmAAQAAAAWQhYEJggWQgAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGRwcAAAAegAAAFBBUjE=';
    await refused(Buffer.from(split, 'base64'), 'p.parquet').toEqual(
      code('file_unsupported', { detail: 'BYTE_STREAM_SPLIT' }),
    );
    expect(await reader.inspect(packed, 'p.parquet')).toMatchObject([{ rows: 10 }]);
  });

  test('a file that unpacks to a thousand times its size is rejected', async () => {
    const bomb = await makeParquet(`select repeat('x', 1000000) || range as t from range(200)`);
    expect(bomb.length).toBeLessThan(mega);
    await refused(bomb, 'p.parquet').toEqual(code('ratio_too_high', { limit: '200' }));
  });
});

describe('workbooks', () => {
  const withPart = (name: string, content: string) => zipOf([[name, content], ...plainParts()]);
  const plainParts = (): [string, string][] => [
    ['[Content_Types].xml', '<Types/>'],
    ['xl/workbook.xml', '<workbook/>'],
  ];

  test('a part with external entities is rejected', async () => {
    const evil =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><sst><si><t>&e;</t></si></sst>';
    await refused(withPart('xl/sharedStrings.xml', evil), 'b.xlsx').toEqual(code('file_unsafe', { detail: 'DOCTYPE' }));
  });

  test('a sheet with a document type is rejected', async () => {
    const sheet = { name: 's', rows: '<row><c><v>1</v></c></row>', start: '<!DOCTYPE x [<!ENTITY e "1">]>' };
    await refused(workbookOf({ sheets: [sheet] }), 'b.xlsx').toEqual(code('file_unsafe', { detail: 'DOCTYPE' }));
  });

  test('a million styles are rejected', async () => {
    const styles = `<styleSheet><cellXfs>${'<xf numFmtId="14" fontId="0"/>'.repeat(1_000_000)}</cellXfs></styleSheet>`;
    await refused(withPart('xl/styles.xml', styles), 'b.xlsx').toEqual(code('expands_too_large', { limit: '16 MB' }));
  });

  test('a sheet that unpacks to a thousand times its size is rejected', async () => {
    const bomb = workbookOf({ sheets: [{ name: 's', rows: ' '.repeat(70 * mega) }] });
    await refused(bomb, 'b.xlsx').toEqual(code('ratio_too_high'));
  });

  test('a workbook with a password is rejected', async () => {
    const locked = await writeXlsx({
      sheets: [{ name: 's', rows: [[1]] }],
      encryption: { password: 'x', spinCount: 10 },
    });
    await refused(locked, 'b.xlsx').toEqual(code('file_encrypted'));
  });

  test('a workbook with only a header, or without content, is rejected', async () => {
    const bookOf = (...sheets: string[][][]) =>
      writeXlsx({ sheets: sheets.map((rows, index) => ({ name: `s${index}`, rows })) });
    await refused(await bookOf([['a', 'b']], []), 'b.xlsx').toEqual(code('file_no_rows'));
    await refused(await bookOf([], []), 'b.xlsx').toEqual(code('file_empty'));
  });

  test('a truncated workbook is rejected', async () => {
    await refused(book.subarray(0, book.length - 30), 'b.xlsx').toEqual(code('file_damaged'));
  });

  test('a cell in the last possible column of a sheet is rejected', async () => {
    const row = [...Array<null>(16_000).fill(null), 1];
    const wide = await writeXlsx({ sheets: [{ name: 's', rows: [row, row] }] });
    await refused(wide, 'b.xlsx').toEqual(code('too_many_columns'));
  });
});

describe('archives', () => {
  test('a gzip bomb is stopped while it is unpacked', async () => {
    const file = await makeLarge('bomb.gz', repeat('0,0\n'.repeat(mega / 4), 300), { gzip: true });
    await expect(reader.inspectAt(file, 'bomb.csv.gz')).rejects.toEqual(code('ratio_too_high', { limit: '200' }));
  });

  test('a zip bomb is stopped while it is unpacked', async () => {
    const bomb = zipOf([['a.csv', Buffer.alloc(70 * mega, '0,0\n')]]);
    await refused(bomb, 'a.zip').toEqual(code('ratio_too_high'));
  });

  test.each<[string, () => Uint8Array, string]>([
    ['a gzip that is cut off', () => gzipSync(randomText()).subarray(0, 2000), 'file_damaged'],
    ['a zip that is cut off', () => zipOf([['a.csv', randomText()]]).subarray(0, 2000), 'file_damaged'],
    ['a zip without files', () => zipOf([]), 'file_empty'],
    ['a zip in a zip', () => zipOf([['in.zip', zipOf([['a.csv', 'a,b\n1,2\n']])]]), 'file_unknown'],
    ['a gzip in a gzip', () => gzipSync(gzipSync('a,b\n1,2\n')), 'file_unknown'],
    ['1,001 files', () => zipOf(Array.from({ length: 1001 }, (_, n) => [`${n}.csv`, 'a\n1\n'])), 'too_many_entries'],
  ])('%s is refused', async (_, make, expected) => {
    await refused(make(), 'a.zip').toEqual(code(expected));
  });

  test('a file larger than its declared size is rejected', async () => {
    const zip = zipOf([['a.csv', 'a,b\n1,2\n'.repeat(100)]]);
    const offset = zip.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    zip.writeUInt32LE(10, offset + 24);
    await refused(zip, 'a.zip').toEqual(code('file_damaged'));
  });

  const randomText = () => Array.from({ length: 5000 }, (_, n) => `${(n * 7919) % 10007},${n}`).join('\n');
});

test('afterwards the process still reads a valid file', async () => {
  await expect(reader.take('a,b\n1,x\n')).resolves.toMatchObject({ rows: 1 });
});
