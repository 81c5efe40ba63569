import { randomUUID } from 'node:crypto';

/**
 * A database in the ClickHouse of the test project `warehouse`; undefined for other projects, whose products store rows
 * in files.
 */
export async function createTestWarehouse(): Promise<{ url: string; close: () => Promise<void> } | undefined> {
  const { SHUJU_TEST_ROWS: place, SHUJU_TEST_CLICKHOUSE: server } = process.env;
  if (place !== 'warehouse' || !server) return undefined;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const { origin, username, password } = new URL(server);
  const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password };
  const execute = async (statement: string) => {
    const response = await fetch(origin, { method: 'POST', body: statement, headers });
    if (!response.ok) throw new Error(await response.text());
  };
  await execute(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, close: () => execute(`drop database ${name} sync`) };
}

/** The folder of a data directory into which new segments are written. */
export const newSegments = process.env['SHUJU_TEST_ROWS'] === 'warehouse' ? 'outgoing' : 'segments';
