import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Column } from '#domain/query/query.ts';
import { openDuckdb } from './duckdb/duckdb.ts';
import { openProcessPool, type ProcessPool } from './duckdb/process-pool.ts';
import type { Engine, FileSource, SharedRows } from './engine.ts';

const runOptions = { seconds: 30 };
const columns: Column[] = [
  { id: 'c1', name: 'city', type: 'text' },
  { id: 'c2', name: 'amount', type: 'number' },
  { id: 'c3', name: 'count', type: 'integer' },
  { id: 'c4', name: 'at', type: 'time' },
  { id: 'c5', name: 'day', type: 'date' },
  { id: 'c6', name: 'paid', type: 'boolean' },
  { id: 'c7', name: 'tags', type: 'json' },
];
const shanghai = { c1: '上海', c2: 1.5, c3: 2, c4: '2026-01-31T16:30:00Z', c5: '2026-02-01', c6: true, c7: ['a', 1] };
const beijing = { c1: '北京', c2: -2, c3: 9_007_199_254_740_991, c4: null, c5: null, c6: false, c7: { deep: [] } };

/** Per engine: how the suite stores rows and opens the engine. */
const engines: [string, (directory: string) => { engine: Engine; keep: StoreRows; close: () => Promise<void> }][] = [
  ['duckdb', openDuckdbWithFiles],
];
type StoreRows = (rows: object[], columns: Column[]) => Promise<string>;

function openDuckdbWithFiles(directory: string) {
  const engine = openDuckdb(1);
  const processes: ProcessPool = openProcessPool({ max: 1, min: 1 });
  let files = 0;
  const keep: StoreRows = async (rows, ofColumns) => {
    const file = path.join(directory, `${files++}.duckdb`);
    const lines = `${file}.ndjson`;
    await writeFile(lines, rows.map((row) => JSON.stringify(row)).join('\n'));
    await processes.run('write', { file, columns: ofColumns, rows: lines }, runOptions);
    return file;
  };
  const close = async () => {
    await Promise.all([engine.close(), processes.close()]);
  };
  return { engine, keep, close };
}

describe.each(engines)('%s', (_, open) => {
  let directory: string;
  let opened: ReturnType<typeof open>;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'shuju-engine-'));
    opened = open(directory);
  });
  afterAll(async () => {
    await opened.close();
    await rm(directory, { recursive: true, force: true });
  });
  const ask = (sql: string, sources: FileSource[], params: (string | number)[] = []) =>
    opened.engine.ask({ sql, params, sources }, runOptions);

  test('reads only the shared rows when they fit, and all rows afterwards', async () => {
    const segments = [await opened.keep([shanghai, beijing], columns)];
    const sources = [{ at: 'files' as const, name: 'orders', columns, segments }];
    const rowsOf = (city: string, limit: number) => ({
      sql: 'select * from orders where city = $1 limit 2',
      params: [city],
      maxRows: limit,
    });
    const answer = async (within?: SharedRows) => {
      const sql = 'select city from orders order by city';
      return (
        await opened.engine.answer(
          { by: 'compiler', sql, params: [], sources, limit: 10, sharedRows: within },
          runOptions,
        )
      ).values;
    };
    expect(await answer(rowsOf('上海', 1))).toEqual(['["上海"]']);
    expect(await answer(rowsOf('上海', 1))).toEqual(['["上海"]']);
    expect(await answer(rowsOf('北京', 1))).toEqual(['["北京"]']);
    // More rows than the limit: then each question reads the whole source.
    expect(await answer(rowsOf('北京', 0))).toEqual(['["上海","北京"]']);
    expect(await answer(rowsOf('北京', 1))).toEqual(['["北京"]']);
    expect((await ask('select count(*) from orders', sources)).values).toEqual([[2]]);
    expect(await answer()).toEqual(['["上海","北京"]']);
  });

  test('returns every type as it was stored', async () => {
    const segments = [await opened.keep([shanghai, beijing], columns)];
    const answer = await ask('select * from orders', [{ at: 'files' as const, name: 'orders', columns, segments }]);
    expect(answer.columns).toEqual(columns.map(({ name, type }) => ({ name, type })));
    expect(answer.values).toMatchObject([
      ['上海', '北京'],
      [1.5, -2],
      [2, 9_007_199_254_740_991],
      ['2026-01-31T16:30:00Z', null],
      ['2026-02-01', null],
      [true, false],
      ['["a",1]', '{"deep":[]}'],
    ]);
  });

  test('shows segments with different columns as one table, matched by column id', async () => {
    const [city, amount] = columns as [Column, Column];
    const later: Column = { id: 'c8', name: 'channel', type: 'text' };
    const segments = [
      await opened.keep([{ c1: 'a', c2: 1 }], [city, amount]),
      await opened.keep([{ c8: 'web', c1: 'b' }], [later, city]),
    ];
    const renamed = [{ ...city, name: 'town' }, amount, later];
    const answer = await ask('select town, amount, channel from t order by town', [
      { at: 'files' as const, name: 't', columns: renamed, segments },
    ]);
    expect(answer.values).toEqual([
      ['a', 'b'],
      [1, null],
      [null, 'web'],
    ]);
  });

  test('answers questions about a dataset without rows', async () => {
    const answer = await ask('select count(*) as n, max(amount) as m from t', [
      { at: 'files' as const, name: 't', columns, segments: [] },
    ]);
    expect(answer.values).toEqual([[0], [null]]);
  });

  test('binds values as parameters, whatever they contain', async () => {
    const evil = `'; drop table t; --`;
    const segments = [await opened.keep([{ c1: evil }], columns.slice(0, 1))];
    const source = { at: 'files' as const, name: 'a "table"', columns: columns.slice(0, 1), segments };
    const answer = await ask('select count(*) as n from "a ""table""" where city = $1', [source], [evil]);
    expect(answer.values).toEqual([[1]]);
  });

  test('reports an error in the SQL', async () => {
    await expect(ask('select nothing from nowhere', [])).rejects.toMatchObject({ reason: 'wrong' });
  });

  test.each([
    "select * from read_blob('/etc/passwd')",
    "select * from read_csv('/etc/passwd')",
    "copy (select 1) to '/tmp/shuju-engine-copy'",
    "attach '/tmp/shuju-engine-attach' as other",
    'set lock_configuration = false',
    "set memory_limit = '100GB'",
    'install httpfs; load httpfs',
    "call enable_logging(storage = 'file')",
  ])('refuses external access: %s', async (sql) => {
    await expect(ask(sql, [])).rejects.toMatchObject({ reason: 'wrong' });
  });
});
