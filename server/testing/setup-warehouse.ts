import { hasTestClickhouse, openTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { setup as setupLayers } from './setup.ts';

/** The setup of all tests, and a ClickHouse that stores the rows of their products. */
export async function setup(): Promise<() => Promise<void>> {
  const tearDown = await setupLayers();
  if (!hasTestClickhouse) {
    console.warn('Tests on the warehouse store rows in files: there is no ClickHouse for this machine.');
    return tearDown;
  }
  const clickhouse = await openTestClickhouse();
  process.env['SHUJU_TEST_CLICKHOUSE'] = `http://shuju:password@127.0.0.1:${clickhouse.address.port}/`;
  return async () => {
    await clickhouse.close();
    await tearDown();
  };
}
