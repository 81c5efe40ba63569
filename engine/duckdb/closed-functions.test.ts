import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, test } from 'vitest';

import { sqlAttacks } from '#engine/testing/sql-attacks.ts';
import { openConnectionPool, type ConnectionSettings } from './connection-pool.ts';

const statementsOf = (topic: string) => sqlAttacks[topic]!.statements;
const attacks = [
  ...statementsOf('files by functions'),
  ...statementsOf('files by names'),
  ...statementsOf('settings, secrets, the environment and the session'),
  ...statementsOf('text that would be run as SQL'),
  ...statementsOf('other datasets and the catalogue'),
  'select * from duckdb_types',
  'select user',
  'select current_catalog',
  'select * from repeat(1, 2)',
];

const isQualified = (sql: string) => /\b(system|memory)\.main\./.test(sql);

const withSession = openConnectionPool();

/** Runs SQL as if it had passed the gate. */
const runUngated = (work: (connection: DuckDBConnection) => Promise<unknown>) =>
  withSession(
    { by: 'person', zone: 'UTC', sources: [] } satisfies ConnectionSettings,
    (connection) => connection,
    ({ connection }) => work(connection),
  );

test('SQL that the gate rejects also fails behind the gate', async () => {
  const succeeded: string[] = [];
  await runUngated(async (connection) => {
    for (const sql of attacks.filter((each) => !isQualified(each))) {
      const hasSucceeded = await connection.runAndReadAll(sql).then(
        () => true,
        () => false,
      );
      if (hasSucceeded) succeeded.push(sql);
    }
  });
  expect(succeeded).toEqual([]);
});

test('collations and ordinary functions still work behind the gate', async () => {
  await runUngated(async (connection) => {
    const reader = await connection.runAndReadAll(
      "select upper(x collate de), date_trunc('day', now()) from (values ('b'), ('a')) t(x) order by x collate de",
    );
    expect(reader.getRows().map(([first]) => first)).toEqual(['A', 'B']);
  });
});
