import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Column, ColumnType } from '#domain/query/query.ts';
import { openDuckdb } from './duckdb/duckdb.ts';
import { openProcessPool } from './duckdb/process-pool.ts';
import type { Engine, EngineSource, FileSource, SharedRows, WarehouseSource } from './engine.ts';
import { hasTestClickhouse, openTestClickhouse } from './testing/servers/clickhouse.ts';
import { openTestWarehouse } from './testing/test-warehouse.ts';

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

/** The rows of a segment, with the columns that the dataset had then. */
type SegmentRows = { columns: Column[]; rows: object[] };

/** An engine under test, and a function that stores rows for it. */
type SuiteEngine<S extends EngineSource> = {
  engine: Pick<Engine<S>, 'answer'>;
  store: (name: string, segments: SegmentRows[], columns: Column[]) => Promise<S>;
  close: () => Promise<void>;
};

async function openFiles(): Promise<SuiteEngine<FileSource> & { engine: Engine }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-engine-'));
  const engine = openDuckdb(1);
  const processes = openProcessPool({ max: 1, min: 1 });
  let files = 0;
  const write = async ({ columns: ofSegment, rows }: SegmentRows) => {
    const file = path.join(directory, `${files++}.duckdb`);
    const lines = `${file}.ndjson`;
    await writeFile(lines, rows.map((row) => JSON.stringify(row)).join('\n'));
    await processes.run('write', { file, columns: ofSegment, rows: lines }, runOptions);
    return file;
  };
  return {
    engine,
    store: async (name, segments, ofDataset) => {
      const list: string[] = [];
      for (const segment of segments) list.push(await write(segment));
      return { at: 'files', name, columns: ofDataset, segments: list };
    },
    close: async () => {
      await Promise.all([engine.close(), processes.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openWarehouse(): Promise<SuiteEngine<WarehouseSource>> {
  const server = await openTestClickhouse();
  const { engine, store, close } = await openTestWarehouse([server]);
  return {
    engine,
    store: async (name, segments, ofDataset) => ({ ...(await store(segments, ofDataset)).warehouse, name }),
    close: async () => {
      await close();
      await server.close();
    },
  };
}

// ClickHouse stores JSON as text, and cannot tell which text was JSON.
const engines: [string, { open: () => Promise<SuiteEngine<never>>; jsonType: ColumnType; isAvailable: boolean }][] = [
  ['files', { open: openFiles as never, jsonType: 'json', isAvailable: true }],
  ['the warehouse', { open: openWarehouse as never, jsonType: 'text', isAvailable: hasTestClickhouse }],
];

describe.each(engines.filter(([, { isAvailable }]) => isAvailable))('%s', (_, { open, jsonType }) => {
  let opened: SuiteEngine<never>;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  async function answer(sql: string, sources: never[]) {
    const statement = { by: 'person' as const, sql, params: [], zone: 'UTC', sources, limit: 100 };
    const { columns: described, values } = await opened.engine.answer(statement, runOptions);
    return { columns: described, values: values.map((column) => JSON.parse(column) as unknown[]) };
  }

  test('returns every type as it was stored', async () => {
    const source = await opened.store('orders', [{ columns, rows: [shanghai, beijing] }], columns);
    const result = await answer('select * from orders order by amount desc', [source]);
    const typeOf = ({ type }: Column) => (type === 'json' ? jsonType : type);
    expect(result.columns).toEqual(columns.map((column) => ({ name: column.name, type: typeOf(column) })));
    expect(result.values).toMatchObject([
      ['上海', '北京'],
      [1.5, -2],
      [2, 9_007_199_254_740_991],
      [expect.stringMatching(/^2026-01-31T16:30:00/), null],
      ['2026-02-01', null],
      [true, false],
      ['["a",1]', '{"deep":[]}'],
    ]);
  });

  test('shows segments with different columns as one table, matched by column id', async () => {
    const [city, amount] = columns as [Column, Column];
    const later: Column = { id: 'c8', name: 'channel', type: 'text' };
    const segments = [
      { columns: [city, amount], rows: [{ c1: 'a', c2: 1 }] },
      { columns: [later, city], rows: [{ c8: 'web', c1: 'b' }] },
    ];
    const source = await opened.store('t', segments, [{ ...city, name: 'town' }, amount, later]);
    expect((await answer('select town, amount, channel from t order by town', [source])).values).toEqual([
      ['a', 'b'],
      [1, null],
      [null, 'web'],
    ]);
  });

  test('answers queries on a dataset without rows', async () => {
    const source = await opened.store('t', [], columns);
    expect((await answer('select count(*) as n, max(amount) as m from t', [source])).values).toEqual([[0], [null]]);
  });

  test('reads datasets whatever their name and values contain', async () => {
    const evil = `'; drop table t; --`;
    const [city] = columns as [Column];
    const source = await opened.store('a "table"', [{ columns: [city], rows: [{ c1: evil }] }], [city]);
    expect((await answer('select city from "a ""table"""', [source])).values).toEqual([[evil]]);
  });

  test('cuts a result off at its limit, and reports it', async () => {
    const rows = Array.from({ length: 5 }, (__, index) => ({ c3: index }));
    const count = columns.filter(({ id }) => id === 'c3');
    const source = await opened.store('t', [{ columns: count, rows }], count);
    const statement = { by: 'person' as const, sql: 'select count from t order by 1', params: [], zone: 'UTC' };
    const result = await opened.engine.answer({ ...statement, sources: [source], limit: 3 }, runOptions);
    expect(result).toMatchObject({ rows: 3, isCutOff: true, values: ['[0,1,2]'] });
  });

  test('reports an error in the SQL, and unknown tables', async () => {
    await expect(answer('select nothing from nowhere', [])).rejects.toMatchObject({ code: 'sql_table_unknown' });
    await expect(answer('selec 1', [])).rejects.toMatchObject({ code: expect.stringMatching(/^sql_/) });
  });
});

describe('compiled SQL of files', () => {
  let opened: Awaited<ReturnType<typeof openFiles>>;
  beforeAll(async () => {
    opened = await openFiles();
  });
  afterAll(() => opened.close());
  const runQuery = (sql: string, sources: FileSource[], params: (string | number)[] = []) =>
    opened.engine.query({ sql, params, sources }, runOptions);

  test('reads only the shared rows when they fit, and all rows afterwards', async () => {
    const sources = [await opened.store('orders', [{ columns, rows: [shanghai, beijing] }], columns)];
    const rowsOf = (city: string, limit: number) => ({
      sql: 'select * from orders where city = $1 limit 2',
      params: [city],
      maxRows: limit,
    });
    const answer = async (sharedRows?: SharedRows) => {
      const sql = 'select city from orders order by city';
      return (
        await opened.engine.answer({ by: 'compiler', sql, params: [], sources, limit: 10, sharedRows }, runOptions)
      ).values;
    };
    expect(await answer(rowsOf('上海', 1))).toEqual(['["上海"]']);
    expect(await answer(rowsOf('上海', 1))).toEqual(['["上海"]']);
    expect(await answer(rowsOf('北京', 1))).toEqual(['["北京"]']);
    // More rows than the limit: then each query reads the whole source.
    expect(await answer(rowsOf('北京', 0))).toEqual(['["上海","北京"]']);
    expect(await answer(rowsOf('北京', 1))).toEqual(['["北京"]']);
    expect((await runQuery('select count(*) from orders', sources)).values).toEqual([[2]]);
    expect(await answer()).toEqual(['["上海","北京"]']);
  });

  test('binds values as parameters, whatever they contain', async () => {
    const evil = `'; drop table t; --`;
    const [city] = columns as [Column];
    const source = await opened.store('a "table"', [{ columns: [city], rows: [{ c1: evil }] }], [city]);
    const answer = await runQuery('select count(*) as n from "a ""table""" where city = $1', [source], [evil]);
    expect(answer.values).toEqual([[1]]);
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
    await expect(runQuery(sql, [])).rejects.toMatchObject({ reason: 'wrong' });
  });
});
