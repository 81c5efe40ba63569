import { expect, test } from 'vitest';

import type { DatabaseAddress, DatabaseClient } from '#engine/remote/driver.ts';
import { standardLimits } from './queries.ts';

/** How the client of one kind of database is opened, and the server that it is tested on, once that has started. */
type TestedClient = { open: (address: DatabaseAddress) => DatabaseClient; address: () => DatabaseAddress };

/** Tests that the client of every kind of database reports in the same way why the database does not answer. */
export function testFailures({ open, address }: TestedClient): void {
  test.each([
    ['sign_in', { password: 'wrong' }],
    ['sign_in', { user: 'stranger' }],
    ['database', { database: 'nothing' }],
    ['refused', { address: '127.0.0.1', port: 1 }],
  ] as const)('a failure to connect is %s with %j', async (reason, change) => {
    const client = open({ ...address(), ...change });
    const failed = client.query({ sql: 'select 1', params: [], ...standardLimits });
    await expect(failed).rejects.toMatchObject({ name: 'DatabaseFailure', reason });
    await client.close();
  });

  test.each([
    ['missing', 'select * from nothing'],
    ['missing', 'select nothing'],
    ['wrong', 'select 1 +'],
  ])('a query fails as %s: %s', async (reason, sql) => {
    const client = open(address());
    const failed = client.query({ sql, params: [], ...standardLimits });
    await expect(failed).rejects.toMatchObject({ name: 'DatabaseFailure', reason });
    await client.close();
  });
}
