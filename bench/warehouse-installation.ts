import { drizzle } from 'drizzle-orm/node-postgres';
import path from 'node:path';
import pg from 'pg';

import type { Dataset } from '#contract/datasets/routes.ts';
import { storedNameOf } from '#engine/sql/warehouse-rows.ts';
import { openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import * as schema from '#server/database/schema.ts';
import { publish } from '#server/datasets/publish.ts';
import { nameOfRange, takeNumber } from '#server/segments/warehouse-numbers.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { startSeparatePostgres, type SeparatePostgres } from '#server/testing/postgres.ts';
import { warehouseSettings } from '#server/testing/servers.ts';
import { type BenchProduct, createOwner, startProduct, withDirectory } from './product.ts';

/** Two servers with one PostgreSQL and one ClickHouse. */
export type WarehouseInstallation = {
  servers: [BenchProduct, BenchProduct];
  postgres: SeparatePostgres;
  clickhouse: TestClickhouse;
  client: Client;
  token: string;
};

/** Runs a function with an installation, and removes it afterwards. */
export async function withWarehouse<T>(use: (installation: WarehouseInstallation) => Promise<T>): Promise<T> {
  const clickhouse = await openTestClickhouse();
  const postgres = await startSeparatePostgres();
  try {
    await clickhouse.execute('create database shuju');
    return await withDirectory(async (directory) => {
      const settings = warehouseSettings(postgres, clickhouse);
      const start = (name: string) => startProduct(path.join(directory, name), settings);
      const servers = [await start('one'), await start('two')] as [BenchProduct, BenchProduct];
      try {
        const client = createClient(servers[0].url);
        const token = (await createOwner(client.url))['authorization']!.replace('Bearer ', '');
        return await use({ servers, postgres, clickhouse, client, token });
      } finally {
        for (const server of servers) await server.stop();
      }
    });
  } finally {
    await postgres.close();
    await clickhouse.close();
  }
}

const header = 'moment,city,product,channel,amount,units,paid,buyer';
const days = 730;

/** Orders of two years up to now, sorted by time, as SQL over numbers(). */
const cells: Record<string, (rows: number) => string> = {
  moment: (rows) =>
    `fromUnixTimestamp64Micro(toUnixTimestamp64Micro(now64(6, 'UTC')) - (${rows} - number) * ${Math.floor((days * 86_400e6) / rows)}, 'UTC')`,
  city: () => `concat('city ', toString(cityHash64(number) % 300))`,
  product: () => `concat('product ', toString(cityHash64(number + 1) % 1000))`,
  channel: () => `['web', 'app', 'shop', 'phone'][1 + cityHash64(number + 2) % 4]`,
  amount: () => `(cityHash64(number + 3) % 100000) / 100`,
  units: () => `toInt64(cityHash64(number + 4) % 9 + 1)`,
  paid: () => `cityHash64(number + 5) % 10 > 0`,
  buyer: () => `toInt64(cityHash64(number + 6) % 1000000)`,
};

/** Creates a dataset with `rows` orders in four segments. */
export async function createWarehouseOrders(
  { client, token, postgres, clickhouse }: WarehouseInstallation,
  rows: number,
): Promise<Dataset> {
  const first = `${header}\n2020-01-01T00:00:00Z,a,b,c,1.5,2,true,3\n`;
  const dataset = await loadFile(client, token, `orders-${rows}.csv`, first);
  const table = `shuju.\`d_${dataset.id.replaceAll('-', '_')}\``;
  const columns = dataset.columns.map(({ id, name, type }) => ({ id, name, type }));
  const names = columns.map((column) => `\`${storedNameOf(column)}\``);
  const values = columns.map(({ name }) => cells[name]!(rows));
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  const db = drizzle(pool, { schema });
  const quarter = Math.ceil(rows / 4);
  const add = [];
  for (let part = 0; part < 4; part++) {
    const number = await takeNumber(db, dataset.id);
    await clickhouse.execute(`insert into ${table} (_p, _s, _r, ${names.join(', ')})
      select ${number}, ${number}, number, ${values.join(', ')} from numbers(${part * quarter}, ${quarter})`);
    const range = { from: number, to: number };
    add.push({ file: nameOfRange(range), rows: quarter, bytes: quarter * 40, cells: columns });
  }
  await clickhouse.execute(`optimize table ${table} final`);
  const publication = { cause: 'sample' as const, memberId: null, detail: '', add, remove: 'all' as const };
  await db.transaction((tx) => publish(tx, dataset.id, publication));
  await pool.end();
  return dataset;
}
