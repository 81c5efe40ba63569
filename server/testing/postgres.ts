import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { createDirectory } from './directories.ts';
import { silentLog } from './log.ts';
import { postmasterOf } from './process.ts';

/** A PostgreSQL that all tests share. */
type SharedPostgres = { close: () => Promise<void> };

const template = 'shuju_template';

/**
 * Starts the PostgreSQL that the tests share, with a migrated template database: copying that takes a fraction of the
 * time of a new PostgreSQL. Nothing in it outlives the tests, so it does not sync to disk.
 */
export async function startSharedPostgres(): Promise<SharedPostgres> {
  const directory = await createDirectory();
  const folder = path.join(directory, 'postgres');
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '400' };
  const { close } = await startEmbedded(folder, 'password', silentLog, settings);
  process.env['SHUJU_TEST_POSTGRES'] = folder;
  await administer(`create database ${template}`);
  await migrate({ connectionString: urlOf(template) });
  return {
    close: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A database in the shared PostgreSQL, for DATABASE_URL. */
export type TestDatabase = { url: string; close: () => Promise<void> };

export async function createTestDatabase(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${content === 'migrated' ? template : 'template0'}`);
  return { url: urlOf(name), close: () => administer(`drop database ${name} with (force)`) };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const urlOf = (database: string) => connectionString(database, process.env['SHUJU_TEST_POSTGRES']!);

const connectionString = (database: string, host: string) =>
  `postgresql://shuju:password@/${database}?host=${encodeURIComponent(host)}`;

/** A separate PostgreSQL that can be stopped and started again, for DATABASE_URL. */
export type SeparatePostgres = {
  url: string;
  pid: () => number;
  stop: () => Promise<void>;
  kill: () => void;
  startAgain: () => Promise<void>;
  close: () => Promise<void>;
};

export async function startSeparatePostgres(): Promise<SeparatePostgres> {
  const directory = await createDirectory();
  const folder = path.join(directory, 'postgres');
  const start = () => startEmbedded(folder, 'password', silentLog);
  let postgres = await start();
  const stop = () => postgres.close();
  return {
    url: connectionString('postgres', folder),
    stop,
    // `startEmbedded` restarts it.
    kill: () => process.kill(postmasterOf(directory), 'SIGKILL'),
    pid: () => postmasterOf(directory),
    startAgain: async () => {
      postgres = await start();
    },
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
