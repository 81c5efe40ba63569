import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import { closeInstance, connect, disconnect, openInstance } from './instance.ts';
import { isMemoryFull } from './memory.ts';
import type { UseConnection } from './use-connection.ts';

type ConnectionWork<T> = (connection: DuckDBConnection) => Promise<T>;

/**
 * Runs one task after the other on the same instance: opening one takes longer than writing a small segment. Every task
 * has its own connection, so that it sees no temp tables of others, and detaches what it attached. After a failure the
 * instance is closed, because its state is unknown.
 */
export function reuseInstance(prepare: ConnectionWork<void>) {
  let idle: DuckDBInstance | undefined;

  async function open(): Promise<DuckDBConnection> {
    const connection = await openInstance();
    // Files may change between tasks.
    await connection.run('set enable_external_file_cache = false');
    await prepare(connection);
    return connection;
  }

  function takeIdle(): Promise<DuckDBConnection> | undefined {
    const instance = idle;
    idle = undefined;
    return instance && connect(instance);
  }

  return async <T>(use: UseConnection, work: ConnectionWork<T>): Promise<T> => {
    const connection = use(await (takeIdle() ?? open()));
    let isReusable = false;
    try {
      const result = await work(connection);
      isReusable = !isMemoryFull();
      return result;
    } finally {
      if (isReusable) idle = disconnect(connection);
      else closeInstance(connection);
    }
  };
}
