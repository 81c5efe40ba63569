import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Problem } from '#contract/errors.ts';
import { createSplitter } from '#engine/files/records.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';

let reader: TestFileReader;
const good = new Map<string, Uint8Array>();

beforeAll(async () => {
  reader = await openFileReader();
  const rows = Array.from({ length: 200 }, (_, n) => ({
    n,
    city: `城市 ${n % 7}`,
    at: `2026-01-${(n % 28) + 1}`,
    rate: `${n}%`,
  }));
  good.set(
    'csv',
    Buffer.from(
      [
        'n,city,at,rate',
        ...rows.map((row) =>
          Object.values(row)
            .map((cell) => `"${cell}"`)
            .join(','),
        ),
      ].join('\n'),
    ),
  );
  good.set('json', Buffer.from(JSON.stringify(rows)));
  good.set(
    'xlsx',
    await writeXlsx({ sheets: [{ name: 's', rows: [['n', 'city'], ...rows.map(({ n, city }) => [n, city])] }] }),
  );
  const file = path.join(reader.directory, 'good.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`copy (select range as n, range::varchar as t, [range] as l from range(3000)) to '${file}'`);
  good.set('parquet', await readFile(file));
});
afterAll(() => reader.close());

/** Seeded, so that every run has the same numbers. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function corrupt(content: Uint8Array, dice: (sides: number) => number): Buffer {
  const bytes = Buffer.from(content);
  const kind = dice(4);
  if (kind === 0) return bytes.subarray(0, dice(bytes.length));
  if (kind === 1) return Buffer.concat([bytes.subarray(0, dice(bytes.length)), bytes.subarray(dice(bytes.length))]);
  for (let each = 0; each <= dice(20); each++)
    bytes[dice(bytes.length)] = kind === 2 ? dice(256) : '",\n[{\0\r\\'.charCodeAt(dice(8));
  return bytes;
}

test.each([
  ['csv', 60],
  ['json', 60],
  ['xlsx', 60],
  ['parquet', 60],
])('a %s that is corrupted in %i ways gives tables or a problem, and the process survives', async (kind, times) => {
  const dice = createDice(kind.length * 7919);
  for (let each = 0; each < times; each++) {
    const outcome = await reader.take(corrupt(good.get(kind)!, dice), `f.${kind}`).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome, `try ${each}`).toBeInstanceOf(Problem);
    else expect(outcome).toHaveProperty('rows');
  }
});

const cells = [
  '1',
  '2.5',
  '-',
  '',
  'x',
  '"a,b"',
  '"two\nlines"',
  '"say ""hi"""',
  '"cut"x',
  '2026-01-31',
  '2026-02-30',
  '１２',
  '5" pipe',
  ' 7 ',
  '"',
  "'",
];

/** The result of a load of which every row was rejected. */
function allRejected(error: unknown) {
  if (!(error instanceof Problem) || error.code !== 'no_rows_fit') throw error;
  return { rows: 0, rejected: error.params.rows!, rejects: [] };
}

test('no row of a messy CSV is lost: each is loaded or rejected', async () => {
  const dice = createDice(42);
  for (let each = 0; each < 60; each++) {
    const end = ['\n', '\r\n', '\n', dice(2) ? '\n' : '\r'][dice(4)]!;
    const row = () => Array.from({ length: dice(12) ? 3 : 1 + dice(5) }, () => cells[dice(cells.length - 2)]).join(',');
    const text = ['a,b,c', ...Array.from({ length: 30 + dice(40) }, () => (dice(20) ? row() : ''))].join(end) + end;
    const file = path.join(reader.directory, 'wild.csv');
    await writeFile(file, text);
    const records = createSplitter({ delimiter: ',', quote: '"' }, { isOdd: false }).push(text, true);
    const [table] = await reader.inspectAt(file, 'wild.csv');
    const types = (['integer', 'date', 'number'] as const).slice(0, table!.columns.length);
    const loaded = await reader.load(table!, { types: [...types] }).catch(allRejected);
    const rowCount = loaded.rows + loaded.rejected;
    const titles = table!.notes.filter(({ code }) => code === 'title_skipped').length;
    const header = table!.notes.some(({ code }) => code === 'header_missing') ? 0 : 1;
    expect(rowCount, JSON.stringify(text)).toBe(records.length - header - titles);
    for (const { line, cells: own } of loaded.rejects) {
      const at = records.find((record) => record.line === line);
      expect(at?.cells[0] || null, `line ${line} of ${JSON.stringify(text)}`).toBe(own['c0']);
    }
  }
});
