import { expect } from 'vitest';

import type { Scalar } from '#domain/query/query.ts';
import type { DatabaseClient, DatabaseQuery } from '#engine/remote/driver.ts';
import type { NamedRows } from '#engine/testing/equal-queries.ts';

// A busy machine takes more than a minute for some queries.
export const standardLimits = { maxRows: 100_000, maxBytes: 10_000_000, seconds: 240 };

/** Runs a compiled query, for comparison with the reference implementation. */
export async function runCompiled(
  client: DatabaseClient,
  compiled: Pick<DatabaseQuery, 'sql' | 'params' | 'compiled'>,
): Promise<NamedRows> {
  const { columns, values } = await client.query({ ...compiled, ...standardLimits });
  const rows = (values[0] ?? []).map((_, row) => values.map((column) => column[row] as Scalar));
  return { names: columns.map(({ name }) => name), rows };
}

/** Waits until the server lists a running query. */
export async function waitUntilRunning(listRunning: () => Promise<unknown[]>): Promise<void> {
  await expect.poll(async () => (await listRunning()).length).toBeGreaterThan(0);
}
