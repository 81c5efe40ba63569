import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';

import type { Config } from '#server/config.ts';
import { bindDirectory, requireOwnDirectory } from './directory-owner.ts';
import { type EmbeddedPostgres, findEmbedded, startEmbedded } from './embedded.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { lockDatabase } from './database-lock.ts';
import { openDatabase, openPool } from './pool.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

export type Database = NodePgDatabase;

/** A transaction or the database itself: anything that runs queries. */
export type Queryable = Pick<
  Database,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute'
>;

export type Store = {
  db: Database;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  secrets: Secrets;
  close: () => Promise<void>;
};

/** How a server uses the database of DATABASE_URL: exclusively or, in tests of multiple servers, shared. */
export type DatabaseUse = 'exclusive' | 'shared';

/** Opens the data directory and its embedded database or that of DATABASE_URL, and migrates it. */
export async function openStore(config: Config, log: Logger, use: DatabaseUse = 'exclusive'): Promise<Store> {
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(config.dataDirectory);
  let release = unlock;
  try {
    requireRestored(config.dataDirectory);
    const secrets = await loadSecrets(config.dataDirectory);
    const { connection, close } = await connectOrStart(config, secrets, log);
    release = () => close().then(unlock);
    const isExclusive = config.databaseUrl !== undefined && !config.isShared && use === 'exclusive';
    if (isExclusive) {
      const unlockDatabase = await lockDatabase(connection, { log, stop: stopProcess });
      release = () => unlockDatabase().then(close).then(unlock);
      await requireOwnDirectory(connection, config.dataDirectory);
    }
    await migrate(connection);
    if (isExclusive) await bindDirectory(connection, config.dataDirectory);
    return connect(connection, secrets, release);
  } catch (error) {
    await release();
    throw error;
  }
}

function stopProcess(reason: Error): void {
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

/** Folder of a restore in progress. */
export const restoringFolder = (dataDirectory: string) => path.join(dataDirectory, 'restoring');

// Starting on an interrupted restore would create an empty installation.
function requireRestored(dataDirectory: string): void {
  if (existsSync(restoringFolder(dataDirectory)))
    throw new Error('Restoring a backup was interrupted. Run `npm run restore` with the same file again.');
}

/** Opens the database for a command, beside a running server; starts PostgreSQL only if no server runs. */
export async function openStoreForCommand(config: Config, log: Logger): Promise<Store> {
  const exists = config.databaseUrl || existsSync(postgresDirectory(config));
  if (!exists) throw new Error(`There's no Shuju data in ${config.dataDirectory}. Set SHUJU_DATA to its location.`);
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  const secrets = await loadSecrets(config.dataDirectory);
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await findEmbedded(postgresDirectory(config), secrets.database);
  return connection ? connect(connection, secrets, async () => {}) : openStore(config, log);
}

async function connectOrStart(config: Config, secrets: Secrets, log: Logger): Promise<EmbeddedPostgres> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, close: async () => {} };
  return startEmbedded(postgresDirectory(config), secrets.database, log);
}

function postgresDirectory(config: Config): string {
  return path.join(config.dataDirectory, 'postgres');
}

function connect(connection: pg.ClientConfig, secrets: Secrets, release: () => Promise<void>): Store {
  const pool = openPool(connection);
  const close = async () => {
    await pool.end();
    await release();
  };
  return { db: openDatabase(pool), pool, connection, secrets, close };
}
