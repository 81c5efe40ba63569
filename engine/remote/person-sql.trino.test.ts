import { afterAll, beforeAll, describe } from 'vitest';

import { testPersonSql } from '#engine/testing/servers/person-sql.ts';
import { insertTrinoRows } from '#engine/testing/servers/trino-rows.ts';
import { isTrinoSkipped, openTestTrino, type TestTrino } from '#engine/testing/servers/trino.ts';
import type { DatabaseClient } from './driver.ts';
import { openTrino } from './trino.ts';

let server: TestTrino;
let client: DatabaseClient;
beforeAll(async () => {
  if (isTrinoSkipped) return;
  server = await openTestTrino();
  client = openTrino(server.address);
  await insertTrinoRows(server);
}, 900_000);
afterAll(async () => {
  if (isTrinoSkipped) return;
  await client.close();
  await server.close();
});

// A trillion rows, without a table.
const trillion = ['a', 'b', 'c'].map((name) => `unnest(sequence(1, 10000)) as ${name} (${name})`).join(' cross join ');

describe.skipIf(isTrinoSkipped)('Trino', () => {
  testPersonSql({
    kind: 'trino',
    server: () => server,
    client: () => client,
    queries: 20,
    attempts: [
      'start transaction read write',
      'set session query_max_run_time = 1',
      'call system.runtime.kill_query()',
      "execute immediate 'drop table orders'",
      'prepare p from select 1 as n',
      'show tables',
      'analyze orders',
      '(type io) select 1 as n',
      'select 1',
      'grant select on orders to public',
    ],
    endless: `select count(*) as n from ${trillion} where a + b + c < 0`,
    running: `select state from system.runtime.queries
      where source = 'shuju' and query like '%sequence(%' and state not in ('FINISHED', 'FAILED')`,
    columns: {
      a: ["timestamp '2026-01-31 16:30:00'", 'time', true],
      b: ["timestamp '2026-01-31 16:30:00 UTC'", 'time', false],
      c: ["date '2026-01-31'", 'date', false],
      d: ['1.5', 'number', false],
      e: ['array[1]', 'json', false],
      f: ['true', 'boolean', false],
      g: ['count(*)', 'integer', false],
    },
  });
});
