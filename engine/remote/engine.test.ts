import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import type { ConnectionSource, Engine, EngineSource } from '#engine/engine.ts';
import { joinEngines } from '#engine/engines.ts';
import { compile } from '#engine/sql/compile.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { postgres } from '#engine/sql/dialects/postgres.ts';
import { queryOf, sumOf } from '#engine/testing/query.ts';
import { openTestPostgres } from '#engine/testing/servers/postgres.ts';
import type { TestServer } from '#engine/testing/servers/server.ts';
import { openConnectionEngine } from './engine.ts';
import { openRemote } from './remote.ts';

let directory: string;
let server: TestServer;
let engine: Engine<EngineSource>;
let closeLoads: () => Promise<void>;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'shuju-connections-'));
  server = await openTestPostgres();
  await server.execute(`create table orders ("The City" text, amount numeric, "at" timestamp);
    insert into orders values ('上海', 1.5, '2026-01-31 16:30:00'), ('=1+1', 2, null), (null, -3, '2026-03-01 00:00:00')`);
  const files = openDuckdb(1);
  const loads = openProcessPool({ max: 1, min: 0 });
  closeLoads = loads.close;
  const connections = openConnectionEngine({
    remote: openRemote(),
    loads,
    files,
    folder: path.join(directory, 'results'),
    findDatabase: async (id) => ({ ...server.address, zone: 'Asia/Shanghai', id, kind: 'postgres' }),
  });
  engine = joinEngines({ files, connections });
});
afterAll(async () => {
  await engine.close();
  await closeLoads();
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const source: ConnectionSource = {
  at: 'connection',
  connection: 'one',
  kind: 'postgres',
  schema: 'public',
  table: 'orders',
  name: 'Orders',
  columns: [
    { id: 'c1', name: 'City', storedName: 'The City', type: 'text' },
    { id: 'c2', name: 'amount', type: 'number' },
    { id: 'c3', name: 'at', type: 'time', localZone: 'Asia/Shanghai' },
  ],
  asOf: '2026-11-17T00:00:00Z',
};
const table = { schema: 'public', name: 'orders', columns: source.columns, metrics: [] };
const options = { seconds: 60 };
const byCity = queryOf({ dimensions: [{ id: 'city', kind: 'value', column: 'c1' }], measures: [sumOf('c2')] });

test('a compiled query runs on the database', async () => {
  const engineQuery = { by: 'compiler' as const, ...compile(byCity, table, postgres), sources: [source], limit: 2 };
  await expect(engine.answer(engineQuery, options)).resolves.toMatchObject({
    columns: [{ name: 'city', type: 'text' }, { type: 'number' }],
    rows: 2,
    isCutOff: true,
  });
  const { columns, values } = await engine.query({ ...compile(byCity, table, postgres), sources: [source] }, options);
  expect(columns.map(({ type }) => type)).toEqual(['text', 'number']);
  expect(new Map(values[0]!.map((city, row) => [city, values[1]![row]]))).toEqual(
    new Map<unknown, unknown>([
      ['上海', 1.5],
      ['=1+1', 2],
      [null, -3],
    ]),
  );
});

const rowsQuery = {
  columns: [],
  filters: [],
  period: { kind: 'all' },
  order: [],
  zone: 'UTC',
  now: byCity.now,
} as const;
const exportOf = (format: 'csv' | 'json', limit = 10) => ({
  query: {
    by: 'compiler' as const,
    ...compileRows({ ...rowsQuery, kind: 'rows', limit: limit + 1 } as never, table, postgres),
    sources: [source],
    limit,
  },
  format,
  file: path.join(directory, format),
  labels: { c1: 'City' },
  valueTexts: {},
  options: { bom: false, zone: 'UTC' },
});

test('rows are exported like those of files, and no temporary file remains', async () => {
  const exported = await engine.export(exportOf('csv'), options);
  expect(exported).toEqual({ rows: 3, bytes: expect.any(Number), isCutOff: false });
  const text = await readFile(path.join(directory, 'csv'), 'utf8');
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'City,c2,c3',
    '上海,1.5,2026-01-31T08:30:00Z',
    "'=1+1,2,",
    ',-3,2026-02-28T16:00:00Z',
    '',
  ]);
  await expect(engine.export(exportOf('json', 1), options)).resolves.toMatchObject({ rows: 1, isCutOff: true });
  await expect(readdir(path.join(directory, 'results'))).resolves.toEqual([]);
});

test('a failed export leaves no files', async () => {
  const order = exportOf('csv');
  const broken = { ...order, query: { ...order.query, sql: 'select nothing' } };
  await expect(engine.export(broken, options)).rejects.toMatchObject({ reason: 'missing' });
  await expect(readdir(path.join(directory, 'results'))).resolves.toEqual([]);
});

test('a query that reads rows of several places is rejected', async () => {
  const other = { ...source, connection: 'two' };
  const mixed = { ...compile(byCity, table, postgres), sources: [source, other] };
  expect(() => engine.query(mixed, options)).toThrow('several places');
  const files = { at: 'files' as const, name: 'f', columns: [], segments: [] };
  expect(() => engine.query({ ...mixed, sources: [source, files] }, options)).toThrow('several places');
});
