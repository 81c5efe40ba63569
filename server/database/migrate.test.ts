import { readdirSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { queryOnce } from '#server/testing/product.ts';
import { listMigrations, migrate } from './migrate.ts';

let database: TestDatabase;
let connection: pg.ClientConfig;

beforeEach(async () => {
  database = await createTestDatabase('empty');
  connection = { connectionString: database.url };
});
afterEach(() => database.close());

async function listTables(): Promise<unknown[]> {
  const rows = await queryOnce(connection, `select tablename from pg_tables where schemaname = 'public' order by 1`);
  return rows.map(({ tablename }) => tablename);
}

const step = (at: number, ...sql: string[]) => ({ sql, folderMillis: at, hash: String(at), bps: true });

test('an empty database gets all tables, and a second run changes nothing', async () => {
  await migrate(connection);
  const tables = await listTables();
  expect(tables).toEqual(expect.arrayContaining(['members', 'sessions', 'credentials', 'invitations', 'migrations']));
  await migrate(connection);
  expect(await listTables()).toEqual(tables);
});

test('servers that migrate the same empty database simultaneously all succeed', async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrate(connection)));
  expect(await listTables()).toContain('members');
  const steps = readdirSync(path.join(import.meta.dirname, 'migrations')).filter((name) => name.endsWith('.sql'));
  const applied = await queryOnce(connection, 'select count(*)::int as n from migrations');
  expect(applied).toEqual([{ n: steps.length }]);
});

test('a failed migration leaves nothing behind, and works once fixed', async () => {
  const first = step(1, 'create table one (id int)');
  const broken = step(2, 'create table two (id int)', 'insert into two values (1)', 'select 1 / 0 from two');
  await expect(migrate(connection, [first, broken])).rejects.toThrow();
  expect(await listTables()).toEqual([]);
  await migrate(connection, [first, step(2, 'create table two (id int)')]);
  expect(await listTables()).toEqual(['migrations', 'one', 'two']);
});

test('only new migrations are applied', async () => {
  const first = step(1, 'create table one (id int)');
  await migrate(connection, [first]);
  await migrate(connection, [first, step(2, 'create table two (id int)')]);
  expect(await listTables()).toEqual(['migrations', 'one', 'two']);
});

test('a database of a newer version is left alone', async () => {
  const first = step(1, 'create table one (id int)');
  await migrate(connection, [first, step(2, 'create table two (id int)')]);
  await expect(migrate(connection, [first])).rejects.toThrow('The database belongs to a newer version of Shuju.');
  expect(await listTables()).toEqual(['migrations', 'one', 'two']);
});

test('existing alerts keep their dataset after the migration', async () => {
  const all = listMigrations();
  const index = all.findIndex(({ sql }) => sql.some((each) => each.includes('"alerts" ADD COLUMN "reads"')));
  await migrate(connection, all.slice(0, index));
  await queryOnce(
    connection,
    `insert into alerts (id, name, dataset_id, watch, condition, schedule, zone)
     values ('a', 'Orders', 'd1', '{}', '{}', '{}', 'UTC')`,
  );
  await migrate(connection);
  expect(await queryOnce(connection, 'select id, reads from alerts')).toEqual([{ id: 'a', reads: ['d1'] }]);
});
