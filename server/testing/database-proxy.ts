import path from 'node:path';

import { openProxy, type TestProxy } from './proxy.ts';

/** A proxy in front of a PostgreSQL, which simulates network failures. */
export type DatabaseProxy = Omit<TestProxy, 'port'> & {
  /** For DATABASE_URL. */
  url: string;
};

/** Opens a proxy in a folder, in front of the database of a URL with a Unix socket. */
export async function openDatabaseProxy(databaseUrl: string, folder: string): Promise<DatabaseProxy> {
  const socketName = '.s.PGSQL.5432';
  const target = new URL(databaseUrl.replace('@/', '@localhost/')).searchParams.get('host')!;
  const proxy = await openProxy({ path: path.join(folder, socketName) }, { path: path.join(target, socketName) });
  return { ...proxy, url: databaseUrl.replace(encodeURIComponent(target), encodeURIComponent(folder)) };
}
