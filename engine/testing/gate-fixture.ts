import type { Param } from '#domain/query/query.ts';
import { openClickhouse } from '#engine/remote/clickhouse.ts';
import { checkLimits } from '#engine/remote/driver.ts';
import { type QueryWarehouse, gateSql } from '#engine/warehouse/gate.ts';
import { personSqlOf, type WarehouseTable } from '#engine/warehouse/person-sql.ts';
import { personProblemOf } from '#engine/warehouse/sql-problem.ts';
import { openTestClickhouse } from './servers/clickhouse.ts';

/** Statements that create the tables of a warehouse; `hidden` is one that the person may not see. */
const warehouseTables: string[] = [
  'create database if not exists rows',
  `create or replace table rows.orders (city Nullable(String), amount Nullable(Float64), n Nullable(Int64),
    sold_at Nullable(DateTime64(6)), day Nullable(Date32), paid Nullable(Bool), tags Nullable(String))
    engine = MergeTree order by tuple()`,
  `insert into rows.orders values
    ('上海', 1.5, 2, '2026-01-31 16:30:00', '2026-02-01', true, '["a", 1]'),
    ('a', -2, 0, '2026-02-01 00:00:00', '2026-02-01', false, '["b"]'),
    ('b', 2.5, 1, '2026-01-31 15:30:00', '2026-01-31', true, '[]')`,
  `create or replace table rows.visits (city Nullable(String), sold_at Nullable(DateTime64(6)), pages Nullable(Int64))
    engine = MergeTree order by tuple()`,
  `insert into rows.visits values ('上海', '2026-01-31 00:00:00', 3), ('b', '2026-01-31 00:00:00', 5)`,
  'create or replace table rows.hidden (secret String) engine = MergeTree order by tuple()',
  `insert into rows.hidden values ('the secret')`,
];

const zone = 'Asia/Shanghai';
const rowsOf = (table: string) => `select * replace (toTimeZone(sold_at, '${zone}') as sold_at) from rows.${table}`;

const sources: WarehouseTable[] = [
  { name: 'orders', sql: rowsOf('orders') },
  { schema: 'shop', name: 'visits', sql: rowsOf('visits') },
  { schema: 'shop', name: 'visits_cities', sql: 'select city from rows.visits' },
];

const params: Param[] = [
  { name: 'city', type: 'text', value: 'a' },
  { name: 'n', type: 'integer', value: 0 },
  { name: 'since', type: 'time', value: '2026-01-31T16:00:00Z' },
  { name: 'day', type: 'date', value: '2026-02-01' },
  { name: 'paid', type: 'boolean', value: true },
  { name: 'least', type: 'number', value: 0.5 },
];

/** The context in which a person's SQL runs. */
export const personContext = { params, zone, sources, limit: 100 };

/** A ClickHouse server with the tables, and clients of two accounts: one that may do everything, one that may only read. */
export async function openTestPersonSql() {
  const server = await openTestClickhouse({ people: ['GRANT SELECT ON rows.*'] });
  for (const statement of warehouseTables) await server.execute(statement);
  const client = openClickhouse(server.address);
  const restrictedClient = openClickhouse({ ...server.address, user: 'people' });
  const queryWarehouse: QueryWarehouse = (query) => client.query({ ...query, ...checkLimits });

  /** The rows of a person's SQL. */
  async function answer(sql: string, context = personContext): Promise<unknown[][]> {
    const query = await personSqlOf({ sql, ...context }, queryWarehouse);
    const { values } = await client
      .query({ ...query, maxRows: context.limit, maxBytes: 1_000_000, seconds: 30 })
      .catch((cause: unknown) => {
        throw personProblemOf(cause, sql);
      });
    return (values[0] ?? []).map((_, row) => values.map((column) => column[row]));
  }

  return {
    server,
    client,
    restrictedClient,
    queryWarehouse,
    answer,
    gate: (sql: string) => gateSql(sql, queryWarehouse),
    close: async () => {
      await Promise.all([client.close(), restrictedClient.close()]);
      await server.close();
    },
  };
}

export type TestPersonSql = Awaited<ReturnType<typeof openTestPersonSql>>;
