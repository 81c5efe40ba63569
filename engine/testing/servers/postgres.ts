import { randomUUID } from 'node:crypto';
import pg from 'pg';

import type { TestServer } from './server.ts';

/** A database in the PostgreSQL that all tests share. */
export async function openTestPostgres(): Promise<TestServer> {
  const host = process.env['SHUJU_TEST_POSTGRES']!;
  const sign = { host, port: 5432, user: 'shuju', password: 'password' };
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const execute = async (database: string, statement: string) => {
    const client = new pg.Client({ ...sign, database });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  await execute('postgres', `create database ${database}`);
  return {
    address: { ...sign, address: host, database, tls: 'off', zone: 'UTC' },
    execute: (statement) => execute(database, statement),
    close: () => execute('postgres', `drop database ${database} with (force)`).then(() => {}),
  };
}
