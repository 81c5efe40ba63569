import type { TestServer } from '#engine/testing/servers/server.ts';
import type { ProductUse } from '#server/product.ts';
import { createTestDatabase } from './postgres.ts';
import { openTestProduct, type TestProduct } from './product.ts';

/**
 * Two servers on one database, each with its own directory. Without a warehouse this is not supported in production,
 * but it tests everything except rows.
 */
export type TestServers = { one: TestProduct; two: TestProduct; close: () => Promise<void> };

/** The settings of servers that share a database. */
const sharedSettings = (database: { url: string }) => ({
  DATABASE_URL: database.url,
  SHUJU_SECRET: 'a secret that both of the servers know',
});

/** The settings of servers that share a database and the warehouse `shuju` of a ClickHouse server. */
export const warehouseSettings = (database: { url: string }, { address: { port } }: Pick<TestServer, 'address'>) => ({
  ...sharedSettings(database),
  WAREHOUSE_URL: `http://shuju:password@127.0.0.1:${port}/shuju`,
});

export async function openTestServers(
  extraSettings: Record<string, string> = {},
  extraUse: ProductUse = {},
): Promise<TestServers> {
  const database = await createTestDatabase();
  const settings = { ...sharedSettings(database), ...extraSettings };
  const open = () => openTestProduct(settings, { database: 'shared', ...extraUse });
  const [one, two] = await Promise.all([open(), open()]);
  const close = async () => {
    await one.close();
    await two.close();
    await database.close();
  };
  return { one, two, close };
}
