import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Export, FileFormat } from '#engine/engine.ts';
import type { LoadProgress } from '#engine/tables.ts';
import { type TestEngine, openTestEngine } from '#engine/testing/test-engine.ts';

let testEngine: TestEngine;
let fileCount = 0;
beforeAll(async () => {
  testEngine = await openTestEngine();
});
afterAll(() => testEngine.close());

const odd = `select * from (values
  ('007', '=1+1', -5, 1.5::decimal(9, 2), timestamptz '2026-01-31T16:00:00Z', date '2026-02-01', true, '{"a": [1]}'::json),
  ('say "hi", 你好', '-x', 1234567890123456789, null, null, null, false, null)
) t(id, f, big, amount, "at", day, paid, doc)`;

type ExportTestOptions = { limit?: number; labels?: Record<string, string>; bom?: boolean; signal?: AbortSignal };
async function write(
  format: FileFormat,
  sql: string,
  { limit = 100, labels = {}, bom = false, signal }: ExportTestOptions = {},
) {
  const file = path.join(testEngine.directory, `export-${fileCount++}`);
  const zone = 'Asia/Shanghai';
  const query = { by: 'person', sql, params: [], zone, sources: [], limit } as const;
  const order: Export = {
    query: { ...query, params: [], sources: [] },
    format,
    file,
    labels,
    valueTexts: {},
    options: { bom, zone },
  };
  const reports: LoadProgress[] = [];
  const runOptions = {
    seconds: 60,
    onProgress: (progress: LoadProgress) => reports.push(progress),
    ...(signal && { signal }),
  };
  const done = testEngine.engine.export(order, runOptions);
  return { file, done, reports };
}

async function textOf(format: FileFormat, sql: string, options?: ExportTestOptions): Promise<string> {
  const { file, done } = await write(format, sql, options);
  const { bytes } = await done;
  const text = await readFile(file);
  expect(text.length).toBe(bytes);
  return text.toString();
}

describe('CSV', () => {
  test('quotes texts, writes plain numbers and escapes formulas, also in headers', async () => {
    expect(await textOf('csv', odd, { labels: { f: '=cmd', id: '编号' } })).toBe(
      [
        `编号,'=cmd,big,amount,at,day,paid,doc`,
        `007,'=1+1,-5,1.5,2026-01-31T16:00:00Z,2026-02-01,true,"{""a"": [1]}"`,
        `"say ""hi"", 你好",'-x,1234567890123456789,,,,false,`,
        '',
      ].join('\r\n'),
    );
  });

  test.each([
    '0001-01-01T00:00:00.000001Z',
    '1677-09-21T00:12:43.145225Z',
    '1969-12-31T23:59:59.999999Z',
    '1969-12-31T23:59:59Z',
    '2262-04-11T23:47:16.854775Z',
    '9999-12-31T23:59:59.999999Z',
  ])('keeps times to the microsecond: %s', async (moment) => {
    expect(await textOf('csv', `select timestamptz '${moment}' as "at"`)).toBe(`at\r\n${moment}\r\n`);
    const wall = moment.slice(0, -1);
    expect(await textOf('csv', `select timestamp '${wall}' at time zone 'UTC' as "at"`)).toBe(`at\r\n${moment}\r\n`);
  });

  test('begins with a byte order mark if requested', async () => {
    expect(await textOf('csv', "select '' as e, null as n", { bom: true })).toBe('\u{FEFF}e,n\r\n"",\r\n');
  });

  test.each(['=', '+', '-', '@', '\t', '\r'])('escapes a text that begins with %j', async (sign) => {
    const code = sign.codePointAt(0)!;
    const text = await textOf('csv', `select chr(${code}) || 'SUM(1)' as t`);
    expect(text.split('\r\n')[1]!.replaceAll('"', '').startsWith(`'`)).toBe(true);
  });
});

test('JSON is an array of objects; columns with the same label stay distinct', async () => {
  const rows = JSON.parse(await textOf('json', odd, { labels: { id: 'x', f: 'x' } })) as object[];
  expect(rows[0]).toEqual({
    x: '007',
    'x (2)': '=1+1',
    big: -5,
    amount: 1.5,
    at: '2026-01-31T16:00:00Z',
    day: '2026-02-01',
    paid: true,
    doc: { a: [1] },
  });
  expect(rows).toHaveLength(2);
  expect(JSON.parse(await textOf('json', 'select 1 where false'))).toEqual([]);
});

test('lines contain up to ten thousand rows each, column by column', async () => {
  const text = await textOf('lines', 'select range as a, -range as b from range(25000)', { limit: 20_001 });
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; values: number[][] });
  expect(lines.every(({ kind, values }) => kind === 'rows' && values[0]!.length <= 10_000)).toBe(true);
  expect(lines.flatMap(({ values }) => values[0])).toEqual(Array.from({ length: 20_001 }, (_, index) => index));
  expect(lines.at(-1)!.values[1]!.at(-1)).toBe(-20_000);
});

test('XLSX has numbers, dates in local time and texts, but no formulas', async () => {
  const { file, done } = await write('xlsx', odd, { labels: { f: '=cmd' } });
  expect(await done).toMatchObject({ rows: 2, isCutOff: false });
  const { sheets } = await readXlsx(await readFile(file));
  expect(sheets[0]!.rows).toEqual([
    ['id', '=cmd', 'big', 'amount', 'at', 'day', 'paid', 'doc'],
    ['007', '=1+1', -5, 1.5, new Date('2026-02-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z'), true, '{"a": [1]}'],
    ['say "hi", 你好', '-x', '1234567890123456789', null, null, null, false, null],
  ]);
});

test.each(['=1+1', '+1', '-5', '@x', '\t=1', '\r=1', '=HYPERLINK("http://x","y")', "'=1"])(
  'XLSX keeps %j unchanged in a text cell',
  async (text) => {
    const sql = `select decode(from_hex('${Buffer.from(text).toString('hex')}')) as t`;
    const { file, done } = await write('xlsx', sql, { labels: { t: text } });
    await done;
    const { sheets } = await readXlsx(await readFile(file), { readStyles: true });
    expect(sheets[0]!.rows).toEqual([[text], [text]]);
    for (const cell of sheets[0]!.cells!.values()) {
      expect(cell).toMatchObject({ type: 'string', style: { numFmt: '@' } });
      expect(cell.formula).toBeUndefined();
    }
  },
);

test('Parquet keeps types; an export can be read again', async () => {
  const sql =
    "select *, [1] as list, sum(big) over () as total, 'a'::enum('a') as e, timestamp '2026-02-01' as wall from";
  const { file, done } = await write('parquet', `${sql} (${odd})`);
  expect(await done).toMatchObject({ rows: 2 });
  expect(existsSync(`${file}.rows`)).toBe(false);
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create()).connect();
  const described = (await connection.runAndReadAll(`describe from read_parquet('${file}')`)).getRowsJson();
  expect(described.map((row) => row.slice(0, 2))).toEqual([
    ['id', 'VARCHAR'],
    ['f', 'VARCHAR'],
    ['big', 'BIGINT'],
    ['amount', 'DOUBLE'],
    ['at', 'TIMESTAMP WITH TIME ZONE'],
    ['day', 'DATE'],
    ['paid', 'BOOLEAN'],
    ['doc', 'VARCHAR'],
    ['list', 'VARCHAR'],
    ['total', 'BIGINT'],
    ['e', 'VARCHAR'],
    ['wall', 'TIMESTAMP WITH TIME ZONE'],
  ]);
  const moments = await connection.runAndReadAll(
    `select epoch_ms("at"), epoch_ms(wall), list from read_parquet('${file}') limit 1`,
  );
  expect(moments.getRows()).toEqual([[1769875200000n, 1769875200000n, '[1]']]);
});

describe.each(['csv', 'json', 'xlsx', 'parquet', 'lines'] as const)('a long result as %s', (format) => {
  const many = "select range as n, 'text ' || range as t from range(300000)";

  test('is complete up to the limit, and reports progress', async () => {
    const { done, reports } = await write(format, many, { limit: 200_000 });
    expect(await done).toMatchObject({ rows: 200_000, isCutOff: true });
    expect(reports.length).toBeGreaterThan(0);
  });

  test('leaves no file if it fails midway', async () => {
    const failing =
      "select case when range = 250000 then ('x' || range)::integer else range end as n from range(300000)";
    const { file, done } = await write(format, failing, { limit: 1_000_000 });
    await expect(done).rejects.toMatchObject({ code: 'sql_value_misfit' });
    expect(existsSync(file)).toBe(false);
  });

  test('can be cancelled and leaves no file', async () => {
    const controller = new AbortController();
    const endless = "select range as n, 'text ' || range as t from range(1000000000)";
    const { file, done } = await write(format, endless, { limit: 1e9, signal: controller.signal });
    setTimeout(() => controller.abort(), 500);
    await expect(done).rejects.toMatchObject({ reason: 'cancelled' });
    expect(existsSync(file)).toBe(false);
    expect(await textOf('csv', 'select 1 as n')).toBe('n\r\n1\r\n');
  });
});
