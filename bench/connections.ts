import type { DatabaseKind } from '#domain/databases.ts';
import { databases } from '#domain/databases.ts';
import type { Result } from '#domain/query/query.ts';
import { openClickhouse } from '#engine/remote/clickhouse.ts';
import type { DatabaseAddress, DatabaseClient } from '#engine/remote/driver.ts';
import { openMysql } from '#engine/remote/mysql.ts';
import { openPostgres } from '#engine/remote/postgres.ts';
import { openTrino } from '#engine/remote/trino.ts';
import { openTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openTestMariadb } from '#engine/testing/servers/mariadb.ts';
import { openTestTrino } from '#engine/testing/servers/trino.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { openConnectedDatabase } from '#server/testing/connected-database.ts';
import { createOwner } from '#server/testing/product.ts';
import { specOf, openQuery, resultOf } from '#server/testing/queries.ts';
import { startSharedPostgres } from '#server/testing/postgres.ts';
import { type Measurement, medianOf } from './measurement.ts';
import { startProduct, withDirectory } from './product.ts';

const rows = 5_000_000;
const rounds = 7;
const tables = 5_000;

type BenchDatabase = {
  kind: DatabaseKind;
  address: DatabaseAddress;
  schema: string;
  open: (address: DatabaseAddress) => DatabaseClient;
  close: () => Promise<void>;
};

type BenchReader = { client: Client; token: string };

/**
 * Queries on five million rows of each kind of database, compared with its client library alone; connection tests,
 * lists of tables, and a database that hangs.
 */
export async function measureConnections(): Promise<Measurement[]> {
  const shared = await startSharedPostgres();
  try {
    return await withDirectory(async (directory) => {
      const server = await startProduct(directory);
      const client = createClient(server.url);
      const { token } = await createOwner(client);
      const reader = { client, token };
      const measurements: Measurement[] = [];
      for (const open of [openPostgresRows, openMariadbRows, openClickhouseRows, openTrinoRows]) {
        const database = await open();
        measurements.push(...(await measureDatabase(reader, database)));
        await database.close();
      }
      measurements.push(...(await measureHanging(reader)));
      await server.stop();
      return measurements;
    });
  } finally {
    await shared.close();
  }
}

async function openPostgresRows(): Promise<BenchDatabase> {
  const { execute, settings, close } = await openConnectedDatabase();
  await execute(`create table orders as select i as id, timestamptz '2026-01-01Z' + i * interval '3 seconds' as at,
    i % 1000 as amount from generate_series(1, ${rows}) i`);
  await execute(`do $$ begin
    for i in 1..${tables} loop
      execute format('create table many_%s (id int)', i);
      if i % 500 = 0 then commit; end if;
    end loop;
  end $$`);
  await execute('vacuum analyze orders');
  const { allowsPrivate: _, kind, ...address } = settings;
  return { kind, address: { ...address, address: address.host }, schema: 'public', open: openPostgres, close };
}

async function openMariadbRows(): Promise<BenchDatabase> {
  const { execute, address, close } = await openTestMariadb();
  await execute(`create table orders as select seq as id, timestamp('2026-01-01') + interval seq * 3 second as at,
    seq % 1000 as amount from seq_1_to_${rows}`);
  return { kind: 'mysql', address, schema: address.database, open: openMysql, close };
}

async function openClickhouseRows(): Promise<BenchDatabase> {
  const { execute, address, close } = await openTestClickhouse();
  await execute(`create table orders engine = MergeTree order by id as select number as id,
    toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number * 3 as at, number % 1000 as amount from numbers(${rows})`);
  return { kind: 'clickhouse', address, schema: address.database, open: openClickhouse, close };
}

async function openTrinoRows(): Promise<BenchDatabase> {
  const { execute, address, close } = await openTestTrino();
  await execute(`create table orders as select i * 1000 + j as id, i % 1000 as amount,
    timestamp '2026-01-01 00:00:00 UTC' + (i * 1000 + j) * interval '3' second as at
    from unnest(sequence(1, ${rows / 1000})) as a (i) cross join unnest(sequence(1, 1000)) as b (j)`);
  return { kind: 'trino', address, schema: address.database.split('.')[1] ?? 'default', open: openTrino, close };
}

async function connect({ client, token }: BenchReader, { kind, address }: Pick<BenchDatabase, 'kind' | 'address'>) {
  const { address: _, ...settings } = address;
  const input = { name: databases[kind].name, kind, ...settings, allowsPrivate: true };
  const { body } = await client.call('POST /connections', input, { token });
  if (!body.id) throw new Error(`${kind} does not answer: ${JSON.stringify(body)}`);
  return { input, id: body.id };
}

async function addOrders({ client, token }: BenchReader, id: string, schema: string) {
  const input = { id, tables: [{ schema, name: 'orders' }] };
  const { body } = await client.call('POST /applications/:id/tables', input, { token });
  return (await client.call('GET /datasets/:id', { id: body[0]!.id }, { token })).body;
}

async function measureDatabase(reader: BenchReader, database: BenchDatabase): Promise<Measurement[]> {
  const { client, token } = reader;
  const { name } = databases[database.kind];
  const { id, input } = await connect(reader, database);
  const { name: _, ...settings } = input;
  const test = await timeOf(() => client.call('POST /connections/test', settings, { token }));
  const list = await timeOf(() => client.call('GET /applications/:id/tables', { id }, { token }));
  const dataset = await addOrders(reader, id, database.schema);
  const columnOf = (column: string) => dataset.columns.find((each) => each.name === column)!.id;
  const byDay = specOf(dataset.id, {
    dimensions: [{ id: 'd', kind: 'time', column: columnOf('at'), grain: { unit: 'day' } }],
    measures: [{ id: 'm', formula: { kind: 'sum', column: columnOf('amount') }, show: 'value' }],
  });
  const runQuery = () => resultOf(client, byDay, { token, fresh: true });
  const { proof } = await runQuery();
  const directClient = database.open(database.address);
  const limits = { maxRows: 100_000, maxBytes: 16 * 1024 * 1024, seconds: 60 };
  const direct = () =>
    directClient.query({ sql: proof.sql, params: proof.params, compiled: { booleans: [] }, ...limits });
  await direct();
  const times: { product: number; direct: number }[] = [];
  for (let round = 0; round < rounds; round++)
    times.push({ direct: await timeOf(direct), product: await timeOf(runQuery) });
  await directClient.close();
  const directMs = medianOf(times.map((time) => time.direct));
  const productMs = medianOf(times.map((time) => time.product));
  return [
    { name: `${name}: test of a connection`, value: test, unit: 'ms', atMost: 2000 },
    { name: `${name}: list of its tables`, value: list, unit: 'ms', atMost: 1000 },
    {
      name: `${name}: sum by day of ${rows / 1e6} million rows, beyond 1.1 times the ${Math.round(directMs)} ms of the client alone`,
      value: productMs - 1.1 * directMs,
      unit: 'ms',
      atMost: 10,
    },
  ];
}

/** How much longer a query on another connection takes while one hangs. */
async function measureHanging(reader: BenchReader): Promise<Measurement[]> {
  const { client, token } = reader;
  const databasesOfBench = await Promise.all([openConnectedDatabase(), openConnectedDatabase()]);
  const datasets: string[] = [];
  for (const { execute, settings } of databasesOfBench) {
    await execute('create table orders as select i as id from generate_series(1, 1000) i');
    const { kind, ...address } = settings;
    const { id } = await connect(reader, { kind, address: { ...address, address: address.host } });
    datasets.push((await addOrders(reader, id, 'public')).id);
  }
  const [healthy, hanging] = datasets as [string, string];
  const runQuery = () => timeOf(() => resultOf(client, specOf(healthy), { token, fresh: true }));
  const repeat = async () => {
    const times: number[] = [];
    for (let round = 0; round < 15; round++) times.push(await runQuery());
    return medianOf(times);
  };
  await repeat();
  const before = await repeat();
  databasesOfBench[1].hang();
  const waiting = await Promise.all(
    Array.from({ length: 8 }, (_, limit) =>
      openQuery(client, { ask: { ...specOf(hanging), limit: limit + 1 }, zone: 'UTC', fresh: true }, token),
    ),
  );
  const during = await repeat();
  waiting.forEach(({ disconnect }) => disconnect());
  await Promise.all(databasesOfBench.map(({ close }) => close()));
  const value = during - before;
  return [{ name: 'delay of other queries while a connection hangs', value, unit: 'ms', atMost: 50 }];
}

async function timeOf(work: () => Promise<Result | { status: number } | object>): Promise<number> {
  const startedAt = performance.now();
  const answer = await work();
  if ('status' in answer && answer.status !== 200) throw new Error(JSON.stringify(answer));
  return performance.now() - startedAt;
}
