import type { DuckDBConnection } from '@duckdb/node-api';

import { Problem } from '#contract/errors.ts';
import type { LimitedQuery, FileSource, SharedRows } from '#engine/engine.ts';
import { closeFunctions } from './closed-functions.ts';
import { closeInstance, lock, openInstance } from './instance.ts';
import { isMemoryFull } from './memory.ts';
import type { UseConnection } from './use-connection.ts';
import { useExtremes } from './extremes.ts';
import type { QuerySession } from './query-session.ts';
import { openSources } from './sources.ts';
import { useSharedRows } from './shared-temp-table.ts';
import { openStatementCache } from './statement-cache.ts';

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

type IdleSession = { session: QuerySession; idleTimer: NodeJS.Timeout };

const maxConnections = 3;
// Deleted segments occupy disk space as long as an instance holds them open.
const idleTimeoutMs = 60_000;

/** Runs work on a pooled, locked connection that has these sources and nothing else. */
type WithSession = <T>(
  settings: ConnectionSettings,
  use: UseConnection,
  work: (session: QuerySession) => Promise<T>,
) => Promise<T>;

/** How queries get a connection. */
export type QueryConnections = { use: UseConnection; withSession: WithSession };

/** Opens a pool of connections. */
export function openConnectionPool(): WithSession {
  const idle = new Map<string, IdleSession>();

  function takeIdle(key: string): QuerySession | undefined {
    const entry = idle.get(key);
    if (!entry) return undefined;
    idle.delete(key);
    clearTimeout(entry.idleTimer);
    return entry.session;
  }

  function release(key: string, session: QuerySession): void {
    const idleTimer = setTimeout(() => evict(key), idleTimeoutMs).unref();
    idle.set(key, { session, idleTimer });
    // Oldest first (LRU).
    for (const other of idle.keys()) {
      if (idle.size > maxConnections || (idle.size > 1 && isMemoryFull())) evict(other);
    }
  }

  function evict(key: string): void {
    const session = takeIdle(key);
    if (session) closeInstance(session.connection);
  }

  return async (settings, use, work) => {
    const key = poolKeyOf(settings);
    const session = takeIdle(key) ?? (await openSession(settings, use));
    use(session.connection);
    try {
      await useSharedRows(session, settings.sources, settings.sharedRows);
      if (settings.extremes) await useExtremes(session, settings.sources, settings.extremes);
      const result = await work(session);
      release(key, session);
      return result;
    } catch (error) {
      // An error in the SQL leaves the connection intact; after other failures its state is unknown.
      if (error instanceof Problem) release(key, session);
      else closeInstance(session.connection);
      throw error;
    }
  };
}

const openSession = async (settings: ConnectionSettings, use: UseConnection): Promise<QuerySession> => ({
  connection: await open(settings, use),
  statements: openStatementCache(),
});

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
