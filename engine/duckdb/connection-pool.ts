import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { LimitedQuery, FileSource, SharedRows } from '#engine/engine.ts';
import { closeFunctions } from './closed-functions.ts';
import { closeInstance, lock, openInstance } from './instance.ts';
import { isMemoryFull } from './memory.ts';
import type { UseConnection } from './use-connection.ts';
import { useExtremes } from './extremes.ts';
import { openSources } from './sources.ts';
import { useSharedRows } from './shared-temp-table.ts';

/**
 * The settings of a connection: its sources and time zone identify it in the pool; shared rows and extremes can change
 * per query.
 */
export type ConnectionSettings = {
  by: SqlAuthor;
  sources: FileSource[];
  zone: string;
  sharedRows?: SharedRows | undefined;
  extremes?: string[] | undefined;
};

/** The author of the SQL: functions are blocked for people only. */
type SqlAuthor = LimitedQuery['by'];

/** The pool key of settings. Segments are immutable, so their names identify their content. */
const poolKeyOf = ({ by, sources, zone }: ConnectionSettings) => JSON.stringify([by, zone, sources]);

type PooledConnection = { connection: DuckDBConnection; idleTimer: NodeJS.Timeout };

const maxConnections = 3;
// Deleted segments occupy disk space as long as an instance holds them open.
const idleTimeoutMs = 60_000;
const instances = new Map<string, PooledConnection>();

/** Runs work on a pooled, locked connection that has these sources and nothing else. */
export async function withConnection<T>(
  settings: ConnectionSettings,
  use: UseConnection,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const key = poolKeyOf(settings);
  const connection = use(takeIdle(key) ?? (await open(settings, use)));
  try {
    await useSharedRows(connection, settings.sources, settings.sharedRows);
    if (settings.extremes) await useExtremes(connection, settings.sources, settings.extremes);
    const result = await work(connection);
    release(key, connection);
    return result;
  } catch (error) {
    // An error in the SQL leaves the connection intact; after other failures its state is unknown.
    if (error instanceof Problem) release(key, connection);
    else closeInstance(connection);
    throw error;
  }
}

function takeIdle(key: string): DuckDBConnection | undefined {
  const instance = instances.get(key);
  if (!instance) return undefined;
  instances.delete(key);
  clearTimeout(instance.idleTimer);
  return instance.connection;
}

function release(key: string, connection: DuckDBConnection): void {
  const idleTimer = setTimeout(() => evict(key), idleTimeoutMs).unref();
  instances.set(key, { connection, idleTimer });
  // Oldest first (LRU).
  for (const other of instances.keys()) {
    if (instances.size > maxConnections || (instances.size > 1 && isMemoryFull())) evict(other);
  }
}

function evict(key: string): void {
  const connection = takeIdle(key);
  if (connection) closeInstance(connection);
}

// No spilling to disk: a query that exceeds its memory fails, and cannot fill the disk.
const confinedSettings = { errors_as_json: 'true', temp_directory: '', max_temp_directory_size: '0KB' } as const;

async function open({ by, sources, zone }: ConnectionSettings, use: UseConnection): Promise<DuckDBConnection> {
  const connection = use(await openInstance({ ...confinedSettings, zone }));
  try {
    await openSources(connection, sources);
    if (by === 'person') await closeFunctions(connection);
    await lock(connection);
    return connection;
  } catch (error) {
    closeInstance(connection);
    throw error;
  }
}
