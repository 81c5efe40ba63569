import { openTestDatabase } from './postgres.ts';
import { openTestProduct, type TestProduct } from './product.ts';

/**
 * Two servers on one database, each with a directory of its own. People cannot start this: it shows what holds for
 * everything but rows, whoever runs several servers.
 */
export type TestServers = { one: TestProduct; two: TestProduct; close: () => Promise<void> };

export async function openServers(more: Record<string, string> = {}): Promise<TestServers> {
  const database = await openTestDatabase();
  const settings = { DATABASE_URL: database.url, SHUJU_SECRET: 'a secret that both of the servers know', ...more };
  const [one, two] = await Promise.all([openTestProduct(settings, 'shared'), openTestProduct(settings, 'shared')]);
  const close = async () => {
    await one.close();
    await two.close();
    await database.close();
  };
  return { one, two, close };
}
