import { createWriteStream } from 'node:fs';
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { InspectedTable, LoadProgress, TextSource } from '#engine/tables.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';
import { loadTable } from './load.ts';

let reader: TestFileReader;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

const csv = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('a plain CSV', () => {
  test('is loaded with the proposed types', async () => {
    const { table, values, rows, rejected } = await reader.take(
      csv(
        'id,city,amount,at,day,paid',
        '1,上海,1.5,2026-01-31 10:00:00,2026-01-31,true',
        '2,"Köln, DE",,2026-02-01 11:30:00,2026-02-01,false',
      ),
      'orders.csv',
      { zone: 'Asia/Shanghai' },
    );
    expect(table).toMatchObject({ name: 'orders', rows: 2, exact: true, notes: [], doubtful: [] });
    expect(table.columns.map(({ name, type, role }) => [name, type, role])).toEqual([
      ['id', 'integer', 'dimension'],
      ['city', 'text', 'dimension'],
      ['amount', 'number', 'measure'],
      ['at', 'time', 'time'],
      ['day', 'date', 'time'],
      ['paid', 'boolean', 'dimension'],
    ]);
    expect({ rows, rejected }).toEqual({ rows: 2, rejected: 0 });
    expect(values).toEqual([
      [1, '上海', 1.5, '2026-01-31T02:00:00Z', '2026-01-31', true],
      [2, 'Köln, DE', null, '2026-02-01T03:30:00Z', '2026-02-01', false],
    ]);
  });
});

describe('rows that do not fit', () => {
  const days = Array.from({ length: 60 }, (_, day) => `${day},2026-01-${String((day % 28) + 1).padStart(2, '0')}`);

  test('are rejected with line, column, value and reason, and line numbers count quoted line ends', async () => {
    const { table, rejects, rows } = await reader.take(
      csv(
        'n,text,day',
        ...days.map((row) => row.replace(',', ',"two\nlines",')),
        '',
        '60,a,2026-02-30',
        '61.5,b,2026-01-01',
      ),
    );
    expect(table.columns.map(({ type, doubtful }) => [type, doubtful])).toEqual([
      ['number', 0],
      ['text', 0],
      ['date', 1],
    ]);
    expect(rejects).toEqual([
      {
        line: 123,
        column: 'c2',
        value: '2026-02-30',
        reason: 'not_date',
        cells: { c0: '60', c1: 'a', c2: '2026-02-30' },
      },
    ]);
    expect(rows).toBe(61);
  });

  const late = (...rows: string[]) => csv('n,amount,day', ...days.map((row) => row.replace(',', ',1.5,')), ...rows);

  // Rows after the sample are read only when the file is loaded.
  async function takeLate(row: string) {
    const [table] = await reader.inspect(late());
    expect(table!.columns.map(({ type }) => type)).toEqual(['integer', 'number', 'date']);
    const source = { ...(table!.source as TextSource), exact: false };
    await appendFile(source.file, `${row}\n`);
    return reader.load({ ...table!, source });
  }

  test.each<[string, string, object]>([
    ['a fraction in a column of integers', '1.5,2,2026-01-01', { column: 'c0', value: '1.5', reason: 'not_integer' }],
    [
      'a number beyond the range of doubles',
      '1,1e999,2026-01-01',
      { column: 'c1', value: '1e999', reason: 'not_number' },
    ],
    ['infinity', '1,inf,2026-01-01', { column: 'c1', value: 'inf', reason: 'not_number' }],
    ['a special value of DuckDB', '1,2,infinity', { column: 'c2', value: 'infinity', reason: 'not_date' }],
    ['a time in a column of days', '1,2,2026-01-01 10:00:00', { column: 'c2', reason: 'not_date' }],
    ['too few cells', '1,2', { column: null, reason: 'too_few_cells' }],
    ['too many cells', '1,2,2026-01-01,4', { column: null, reason: 'too_many_cells' }],
  ])('%s', async (_, row, reject) => {
    const { rejects, rows } = await takeLate(row);
    expect(rejects).toEqual([expect.objectContaining({ line: 62, ...reject })]);
    expect(rows).toBe(60);
  });

  test.each([
    ['a thousands separator', '"1,000",2,2026-01-01', [1000, 2, '2026-01-01']],
    ['a dash for an empty cell', '-,N/A,—', [null, null, null]],
    ['a date in another format', '7,2,2026年1月5日', [7, 2, '2026-01-05']],
    ['text after a closing quote', '"7"0,2,2026-01-01', [70, 2, '2026-01-01']],
    ['a delimiter at the end', '7,2,2026-01-01,', [7, 2, '2026-01-01']],
    ['the first day of Unix time', '7,2,1970-01-01', [7, 2, '1970-01-01']],
    [
      'an integer that a double cannot represent',
      '9007199254740993,2,2026-01-01',
      ['9007199254740993', 2, '2026-01-01'],
    ],
  ])('%s is accepted on the second check', async (_, row, values) => {
    const { rejects, values: rows } = await takeLate(row);
    expect(rejects).toEqual([]);
    expect(rows).toContainEqual(values);
    expect(rows).toHaveLength(61);
  });

  test('are fixed by corrections, which do not change values that fit', async () => {
    const recipe = [
      { column: 'c0', from: 'many', to: '99' },
      { column: 'c0', from: '1', to: '1000' },
      { column: 'c2', from: '2026-02-30', to: null },
      { column: 'c1', from: 'some', to: 'still wrong' },
    ];
    const { values, rejects } = await reader.take(
      late('many,2,2026-02-30', '1,some,2026-01-01', '1,2,2026-01-01'),
      'n.csv',
      { recipe },
    );
    expect(values).toContainEqual([99, 2, null]);
    expect(values).toContainEqual([1, 2, '2026-01-01']);
    expect(rejects).toMatchObject([{ line: 63, column: 'c1', value: 'some' }]);
  });

  test('nothing is loaded if no row fits, and the first line is named', async () => {
    const loading = reader.take(csv('n,day', 'x,1', 'y,2'), 'data.csv', { types: ['integer', 'date'] });
    await expect(loading).rejects.toMatchObject({ code: 'no_rows_fit', params: { rows: 2, line: 2 } });
  });

  test('nothing is loaded if DuckDB finds fewer rows than the preview', async () => {
    const [table] = await reader.inspect(late());
    const source = { ...(table!.source as TextSource), rows: 1000, numbered: false };
    // The second attempt counts the rows that it writes, so it succeeds; a truncated copy fails.
    expect((await reader.load({ ...table!, source })).rows).toBe(days.length);
    const copy = { ...source, numbered: true };
    await expect(reader.load({ ...table!, source: copy })).rejects.toMatchObject({ code: 'rows_missing' });
  });

  test('fail the load when there are more than 100,000', async () => {
    const [table] = await reader.inspect(csv('a,b', ...Array.from({ length: 100_002 }, (_, n) => `x${n},y`)));
    const loading = reader.load(table!, { types: ['integer'] });
    await expect(loading).rejects.toMatchObject({ code: 'too_many_rejects', params: { line: 2, column: '1' } });
    expect((await readdir(reader.directory)).filter((name) => /segment-\d+($|\.)/.test(name)).length % 2).toBe(0);
  });
});

test('a text column takes everything unchanged, except for null markers that only programs write', async () => {
  const { values } = await reader.take(csv('a,b', '-, x', 'N/A,NULL', ',""'), 'n.csv', { types: ['text', 'text'] });
  expect(values).toEqual([
    ['-', ' x'],
    ['N/A', null],
    [null, null],
  ]);
});

test('times without a zone are local times, in summer and winter', async () => {
  const content = csv('at,x', '2026-01-15 12:00:00,a', '2026-07-15 12:00:00,b');
  const berlin = await reader.take(content, 't.csv', { zone: 'Europe/Berlin' });
  expect(berlin.values.map(([at]) => at)).toEqual(['2026-01-15T11:00:00Z', '2026-07-15T10:00:00Z']);
  const old = await reader.take(csv('at,x', '1988-07-15 12:00:00,a', '2026-07-15 12:00:00,b'), 't.csv', {
    zone: 'Asia/Shanghai',
  });
  expect(old.values.map(([at]) => at)).toEqual(['1988-07-15T03:00:00Z', '2026-07-15T04:00:00Z']);
});

test('times of one column may be written in several ways, in ISO format or not', async () => {
  const written = [
    ['2026-01-15 12:00:00', '2026-01-15T04:00:00Z'],
    ['2026-01-15 12:00:00.25', '2026-01-15T04:00:00.25Z'],
    ['2026-01-15T12:00', '2026-01-15T04:00:00Z'],
    ['2026-01-15', '2026-01-14T16:00:00Z'],
    ['1988-07-15 12:00:00', '1988-07-15T03:00:00Z'],
    ['2026-1-15 12:00', '2026-01-15T04:00:00Z'],
    ['2026年1月15日 12:00', '2026-01-15T04:00:00Z'],
    ['2026-01-15 12:00:00Z', '2026-01-15T12:00:00Z'],
    ['2026-01-15 12:00:00+02:00', '2026-01-15T10:00:00Z'],
    [' 2026-01-15 12:00:00 ', '2026-01-15T04:00:00Z'],
    ['0000-00-00 00:00:00', null],
    ['', null],
  ] as const;
  const rows = Array.from({ length: 10 }, () => written.map(([cell], index) => `${cell},${index}`)).flat();
  const { values, rejects } = await reader.take(csv('at,n', ...rows, '2026-02-30 12:00:00,0'), 'times.csv', {
    zone: 'Asia/Shanghai',
  });
  expect(values).toEqual(Array.from({ length: 10 }, () => written.map(([, at], index) => [at, index])).flat());
  expect(rejects).toMatchObject([{ line: 122, value: '2026-02-30 12:00:00', reason: 'not_time' }]);
});

test('a time that marks an empty cell is empty', async () => {
  const [table] = await reader.inspect(csv('at,n', '2026-01-15 12:00,1', '1900-01-01,2', '2026年1月15日,3'));
  table!.markers[0] = [{ text: '1900-01-01', count: 1, isEmpty: true }];
  const { values } = await reader.load(table!, { types: ['time', 'integer'] });
  expect(values.map(([at]) => at)).toEqual(['2026-01-15T12:00:00Z', null, '2026-01-15T00:00:00Z']);
});

test('both kinds of line ends, also between quotes, are read unchanged', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `x${n};"p\r\nq";${n}${n % 2 ? '\n' : '\r\n'}`).join('');
  const { values, rejects } = await reader.take(`a;b;c\n${rows}`);
  expect([values.length, rejects]).toEqual([30, []]);
  expect(values[7]).toEqual(['x7', 'p\r\nq', 7]);
});

test('rows that are checked again keep their position', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => `${n},${n % 3 ? n : ` ${n}.0 `}`).join('\n');
  const { values } = await reader.take(`n,m\n${rows}\n`, 'order.csv', { types: ['integer', 'integer'] });
  expect(values).toEqual(Array.from({ length: 200 }, (_, n) => [n, n]));
});

test('times in UTC are independent of the zone', async () => {
  const good = Array.from({ length: 20 }, (_, n) => `2026-01-${n + 10}T16:30:00.250Z,${n}`).join('\n');
  const content = `at,n\n${good}\n2026-02-30T00:00:00.000Z,20\n`;
  const { values, rejects } = await reader.take(content, 'utc.csv', { zone: 'Asia/Shanghai' });
  expect(values).toHaveLength(20);
  expect(values[5]).toEqual(['2026-01-15T16:30:00.25Z', 5]);
  expect(rejects).toMatchObject([{ line: 22, value: '2026-02-30T00:00:00.000Z', reason: 'not_time' }]);
});

test('rows of kind `cells` are read cell by cell', async () => {
  const file = path.join(reader.directory, 'cells');
  await writeFile(file, '["1","2026年1月5日"]\n["x",null]\n');
  const table = { columns: [{ type: 'integer' }, { type: 'date' }], markers: [], source: { kind: 'cells', file } };
  const { values, rejects } = await reader.load(table as unknown as InspectedTable);
  expect(values).toEqual([[1, '2026-01-05']]);
  expect(rejects).toMatchObject([{ line: 2, column: 'c0', value: 'x' }]);
});

describe('a large file', () => {
  let table: InspectedTable;
  beforeAll(async () => {
    const file = path.join(reader.directory, 'large.csv');
    // Long rows, because loading time depends on the number of cells, not on bytes.
    const row = (n: number) => `${n},city ${n % 7} ${'x'.repeat(170)},${n / 4},2026-01-31 10:00:00\n`;
    const block = Array.from({ length: 20_000 }, (_, n) => row(n)).join('');
    await pipeline(
      Readable.from(['id,city,amount,at\n', ...Array<string>(20).fill(block), 'x,y,1,2026-01-31 10:00:00\n']),
      createWriteStream(file),
    );
    [table] = (await reader.inspectAt(file, 'large.csv')) as [InspectedTable];
  });

  test('is sampled from its beginning, and reports the progress of its load', async () => {
    expect(table).toMatchObject({ exact: false, notes: [] });
    expect(Math.abs(table.rows - 400_001)).toBeLessThan(10_000);
    const reports: LoadProgress[] = [];
    const { rows, rejects, bytes } = await reader.load(table, { onProgress: (progress) => reports.push(progress) });
    expect(rows).toBe(400_000);
    expect(bytes).toBeGreaterThan(0);
    expect(rejects).toMatchObject([{ line: 400_002, value: 'x' }]);
    expect(reports.length).toBeGreaterThan(0);
    expect(reports.map(({ percent }) => percent)).toEqual(
      reports.map(({ percent }) => percent).toSorted((a, b) => a - b),
    );
  });

  test('is written once: its file has no unused blocks', async () => {
    const { runQuery } = await reader.load(table);
    expect(await runQuery('select max(free_blocks)::integer from pragma_database_size()')).toEqual([[0]]);
  });

  test('is also sampled from its end', async () => {
    const { file } = table.source as TextSource;
    await appendFile(file, 'Total,,9,\n');
    const [rerun] = await reader.inspectAt(file, 'large.csv');
    expect(rerun!.notes).toEqual([{ code: 'totals_skipped', detail: 'Total' }]);
    expect(await reader.load(rerun!)).toMatchObject({ rows: 400_000, rejects: [{ line: 400_002, value: 'x' }] });
  });

  test('can be cancelled, and leaves nothing behind', async () => {
    const controller = new AbortController();
    const segment = path.join(reader.directory, 'stopped');
    const columns = table.columns.map(({ type, format }, source) => ({
      source,
      id: `c${source}`,
      type,
      format,
      empty: {},
    }));
    const input = { source: table.source, zone: 'UTC', columns, recipe: [], segment, rejects: `${segment}.rejects` };
    const runOptions = { seconds: 30, signal: controller.signal, onProgress: () => controller.abort() };
    await expect(reader.processes.run('load', input, runOptions)).rejects.toMatchObject({ reason: 'cancelled' });
    expect((await readdir(reader.directory)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });
});

test('cancelling a load does not end its process', async () => {
  const lines = Array.from({ length: 1_000_000 }, (_, n) => `${n},x${n},1.5`);
  const [table] = await reader.inspect(['a,b,c', ...lines, ''].join('\n'));
  const columns = table!.columns.map(({ type, format }, source) => {
    return { source, id: `c${source}`, type, format, empty: {} };
  });
  const segment = path.join(reader.directory, 'unwanted');
  const input = { source: table!.source, zone: 'UTC', columns, recipe: [], segment, rejects: `${segment}.rejects` };
  const cancelLoad = () => {
    throw new Error('cancelled');
  };
  await expect(loadTable(input, (connection) => connection, cancelLoad)).rejects.toThrow('cancelled');
  expect((await readdir(reader.directory)).filter((name) => name.startsWith('unwanted'))).toEqual([]);
});
