import { DuckDBInstance } from '@duckdb/node-api';
import { drizzle } from 'drizzle-orm/node-postgres';
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

import type { Dataset } from '#contract/datasets/routes.ts';
import * as schema from '#server/database/schema.ts';
import { publish } from '#server/datasets/publish.ts';
import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { connectionOf } from '#server/testing/product.ts';

const header = 'moment,city,product,channel,amount,units,paid,buyer';
const days = 730;

/** Orders of two years up to now, sorted by time, as SQL over range(). */
const cells: Record<string, (rows: number) => string> = {
  moment: (rows) => `now() - to_microseconds((${rows} - range) * ${Math.floor((days * 86_400e6) / rows)})`,
  city: () => `'city ' || (hash(range) % 300)`,
  product: () => `'product ' || (hash(range + 1) % 1000)`,
  channel: () => `['web', 'app', 'shop', 'phone'][1 + (hash(range + 2) % 4)::bigint]`,
  amount: () => `(hash(range + 3) % 100000) / 100.0`,
  units: () => `hash(range + 4) % 9 + 1`,
  paid: () => `hash(range + 5) % 10 > 0`,
  buyer: () => `hash(range + 6) % 1000000`,
};

/** Creates a dataset with `rows` orders in some segments; returns it with the files of its segments. */
export async function createOrders(
  { url, token, directory }: { url: string; token: string; directory: string },
  rows: number,
  segments = 4,
): Promise<{ dataset: Dataset; files: string[] }> {
  const client = createClient(url);
  const first = `${header}\n2020-01-01T00:00:00Z,a,b,c,1.5,2,true,3\n`;
  const dataset = await loadFile(client, token, 'orders.csv', first);
  const size = Math.ceil(rows / segments);
  const add = [];
  for (let part = 0; part < segments; part++) {
    const range = { from: part * size, to: Math.min(rows, (part + 1) * size) };
    add.push(await writeSegment(directory, dataset, { ...range, rows }));
  }
  const pool = new pg.Pool({ ...(await connectionOf(directory)), max: 1 });
  const publication = { cause: 'sample' as const, memberId: null, detail: '', add, remove: 'all' as const };
  await drizzle(pool, { schema }).transaction((tx) => publish(tx, dataset.id, publication));
  await pool.end();
  return { dataset, files: add.map(({ file }) => fileOf(directory, file)) };
}

const fileOf = (directory: string, file: string) => path.join(directory, 'segments', `${file}.duckdb`);

async function writeSegment(
  directory: string,
  dataset: Dataset,
  { from, to, rows }: { from: number; to: number; rows: number },
) {
  const file = randomUUID();
  const types = { text: 'VARCHAR', integer: 'BIGINT', number: 'DOUBLE', boolean: 'BOOLEAN', time: 'TIMESTAMPTZ' };
  const selectList = dataset.columns.map(({ id, name, type }) => {
    return `(${cells[name]!(rows)})::${types[type as keyof typeof types]} as "${id}"`;
  });
  const instance = await DuckDBInstance.create(fileOf(directory, file), { threads: '2', memory_limit: '4GB' });
  const connection = await instance.connect();
  await connection.run(`create table rows as select ${selectList.join(', ')} from range(${from}, ${to})`);
  connection.closeSync();
  instance.closeSync();
  const { size } = await stat(fileOf(directory, file));
  return { file, rows: to - from, bytes: size };
}
