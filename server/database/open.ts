import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

import type { Config } from '#server/config.ts';
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts';
import { lockDirectory } from './lock.ts';
import { migrate } from './migrate.ts';
import * as schema from './schema.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

export type Database = NodePgDatabase<typeof schema>;

/** A transaction, or the database itself: whatever a query can be run on. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'query'>;

export type Store = {
  db: Database;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  secrets: Secrets;
  close: () => Promise<void>;
};

/** Opens the data directory and the database in it, or the one that DATABASE_URL names, brought up to date. */
export async function openStore(config: Config): Promise<Store> {
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(config.dataDirectory);
  const secrets = await loadSecrets(config.dataDirectory);
  const { connection, close } = await reach(config, secrets);
  const release = () => close().then(unlock);
  await migrate(connection).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  return connect(connection, secrets, release);
}

/** Opens the database beside a running server, for a command; starts it only if no server runs. */
export async function visitStore(config: Config): Promise<Store> {
  const secrets = await loadSecrets(config.dataDirectory);
  const running = config.databaseUrl
    ? await reach(config, secrets)
    : await findEmbedded(postgresDirectory(config), secrets.database);
  return running ? connect(running.connection, secrets, async () => {}) : openStore(config);
}

async function reach(config: Config, secrets: Secrets): Promise<Embedded> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, close: async () => {} };
  return startEmbedded(postgresDirectory(config), secrets.database);
}

function postgresDirectory(config: Config): string {
  return path.join(config.dataDirectory, 'postgres');
}

function connect(connection: pg.ClientConfig, secrets: Secrets, release: () => Promise<void>): Store {
  const pool = new pg.Pool({ ...connection, max: 20 });
  // Without a listener, a connection that the database drops would end the process.
  pool.on('error', () => {});
  const close = async () => {
    await pool.end();
    await release();
  };
  return { db: drizzle(pool, { schema }), pool, connection, secrets, close };
}
