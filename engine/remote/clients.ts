import type { DatabaseKind } from '#domain/databases.ts';
import type { Catalog } from './catalog.ts';
import { clickhouseCatalog } from './catalogs/clickhouse.ts';
import { mysqlCatalog } from './catalogs/mysql.ts';
import { postgresCatalog } from './catalogs/postgres.ts';
import { trinoCatalog } from './catalogs/trino.ts';
import { openClickhouse } from './clickhouse.ts';
import type { DatabaseAddress, DatabaseClient } from './driver.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import type { RemoteDatabase } from './tasks.ts';
import { openTrino } from './trino.ts';

const drivers: Record<DatabaseKind, (address: DatabaseAddress) => DatabaseClient> = {
  postgres: openPostgres,
  mysql: openMysql,
  clickhouse: openClickhouse,
  trino: openTrino,
};

/** How each kind of database lists its tables. */
export const catalogs: Record<DatabaseKind, Catalog> = {
  postgres: postgresCatalog,
  mysql: mysqlCatalog,
  clickhouse: clickhouseCatalog,
  trino: trinoCatalog,
};

/** The clients of a process, one per connection, opened when first needed. */
export function openClients() {
  const clients = new Map<string, { settings: string; client: DatabaseClient }>();

  /** The client of a database; one with other settings is replaced. */
  function open(database: RemoteDatabase): DatabaseClient {
    const { id, kind, ...address } = database;
    const settings = JSON.stringify([kind, address]);
    const existing = clients.get(id);
    if (existing?.settings === settings) return existing.client;
    // Its sessions are gone already if they cannot be closed.
    close(id).catch(() => undefined);
    const client = drivers[kind](address);
    clients.set(id, { settings, client });
    return client;
  }

  /** Closes a client once its running queries end. */
  async function close(id: string): Promise<void> {
    const existing = clients.get(id);
    clients.delete(id);
    await existing?.client.close();
  }

  return { open, close };
}
