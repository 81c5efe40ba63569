import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import { memoryLimit } from './memory.ts';

const limits = { memory_limit: `${memoryLimit}MB`, threads: '2' };

/** In which zone days begin, and settings of DuckDB beside ours. */
type Settings = { zone?: string; errors_as_json?: 'true'; temp_directory?: ''; max_temp_directory_size?: '0KB' };

/** A database in memory that will fetch and load nothing from anywhere. */
export async function openInstance({ zone = 'UTC', ...settings }: Settings = {}): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...limits,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    preserve_insertion_order: 'true',
    ...settings,
  });
  const connection = await instance.connect();
  await connection.run(`set timezone = ${quoteText(zone)}`);
  instances.set(connection, instance);
  return connection;
}

const instances = new WeakMap<DuckDBConnection, DuckDBInstance>();

/** Lets go of every file now; by itself it would only when the garbage is collected. */
export function closeInstance(connection: DuckDBConnection): void {
  connection.closeSync();
  instances.get(connection)?.closeSync();
}

/** From here on it reaches no file but those it has open, and nothing can be set any more. */
export async function lock(connection: DuckDBConnection): Promise<void> {
  await connection.run('set enable_external_access = false');
  await connection.run("set disabled_filesystems = 'LocalFileSystem'");
  await connection.run('set lock_configuration = true');
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;
