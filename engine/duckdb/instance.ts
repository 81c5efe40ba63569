import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import { memoryLimit } from './memory.ts';
import { quoteText } from '#engine/sql/quote.ts';

export const maxThreads = 2;
const limits = { memory_limit: `${memoryLimit}MB`, threads: String(maxThreads) };

/** The session's time zone, and further DuckDB settings. */
type InstanceSettings = {
  zone?: string;
  errors_as_json?: 'true';
  temp_directory?: '';
  max_temp_directory_size?: '0KB';
};

/** Opens an in-memory database that downloads and loads no extensions. */
export async function openInstance({ zone = 'UTC', ...settings }: InstanceSettings = {}): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...limits,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    preserve_insertion_order: 'true',
    ...settings,
  });
  return connect(instance, zone);
}

/** Opens a connection to an instance. */
export async function connect(instance: DuckDBInstance, zone = 'UTC'): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  instances.set(connection, instance);
  await connection.run(`set timezone = ${quoteText(zone)}`);
  return connection;
}

/** Closes a connection with its temp tables; returns the instance, which stays open. */
export function disconnect(connection: DuckDBConnection): DuckDBInstance {
  connection.closeSync();
  return instances.get(connection)!;
}

const instances = new WeakMap<DuckDBConnection, DuckDBInstance>();

/** Closes all files immediately instead of at garbage collection. */
export function closeInstance(connection: DuckDBConnection): void {
  connection.closeSync();
  instances.get(connection)?.closeSync();
}

/** Revokes access to files that are not open yet, and locks the configuration. */
export async function lock(connection: DuckDBConnection): Promise<void> {
  await connection.run('set enable_external_access = false');
  await connection.run("set disabled_filesystems = 'LocalFileSystem'");
  await connection.run('set lock_configuration = true');
}
