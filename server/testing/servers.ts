import { createTestDatabase } from './postgres.ts';
import { openTestProduct, type TestProduct } from './product.ts';

/**
 * Two servers on one database, each with its own directory. Not supported in production: it tests what holds for
 * everything but rows.
 */
export type TestServers = { one: TestProduct; two: TestProduct; close: () => Promise<void> };

export async function openTestServers(extraSettings: Record<string, string> = {}): Promise<TestServers> {
  const database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    SHUJU_SECRET: 'a secret that both of the servers know',
    ...extraSettings,
  };
  const [one, two] = await Promise.all([openTestProduct(settings, 'shared'), openTestProduct(settings, 'shared')]);
  const close = async () => {
    await one.close();
    await two.close();
    await database.close();
  };
  return { one, two, close };
}
