import { describe, expect, test } from 'vitest';

import type { Column, RowsQuery } from '#domain/query/query.ts';
import type { Dialect } from './dialect.ts';
import { clickhouse } from './dialects/clickhouse.ts';
import { duckdb } from './dialects/duckdb.ts';
import { mysql } from './dialects/mysql.ts';
import { postgres } from './dialects/postgres.ts';
import { trino } from './dialects/trino.ts';
import { compileRows } from './rows.ts';

const columns: Column[] = [
  { id: 'c1', name: 'city', type: 'text' },
  { id: 'c2', name: 'at', type: 'time' },
  { id: 'c3', name: 'a "note"', type: 'json' },
];
const table = { name: 'orders', columns, metrics: [] };
const dialects: Record<string, Dialect> = { duckdb, postgres, mysql, clickhouse, trino };

const newest: RowsQuery = {
  dataset: 'orders',
  columns: [],
  filters: [{ op: 'equals', column: 'c1', value: "Xi'an" }],
  period: {
    kind: 'during',
    column: 'c2',
    span: { kind: 'range', from: '2026-01-01', to: '2026-01-31' },
    compare: { kind: 'previous' },
  },
  order: [
    { column: 'c2', direction: 'descending' },
    { column: 'c3', direction: 'ascending' },
  ],
  limit: 1000,
  zone: 'Asia/Shanghai',
  now: '2026-11-15T07:30:00Z',
};

test.each(Object.keys(dialects))('the newest rows in %s', async (dialect) => {
  const { sql, params } = compileRows(newest, table, dialects[dialect]!);
  const values = params.map((value, index) => `-- ${index + 1}: ${JSON.stringify(value)}`);
  await expect(`${[sql, ...values].join('\n')}\n`).toMatchFileSnapshot(`snapshots/${dialect}/the-newest-rows.sql`);
});

describe('rows', () => {
  test('have the requested columns, in that order', () => {
    const { sql } = compileRows({ ...newest, columns: ['c2', 'c1'] }, table, duckdb);
    expect(sql).toMatch(/^select\n {2}t."at" as "c2",\n {2}t."city" as "c1"\nfrom/);
  });

  test('of a dataset without columns can be counted', () => {
    const plain = { ...newest, filters: [], period: { kind: 'all' as const }, order: [] };
    expect(compileRows(plain, { ...table, columns: [] }, duckdb).sql).toContain('null as nothing');
  });

  test.each<[string, Partial<RowsQuery>]>([
    ['shown', { columns: ['c9'] }],
    ['ordered by', { order: [{ column: 'c9', direction: 'ascending' }] }],
    ['filtered by', { filters: [{ op: 'empty', column: 'c9' }] }],
  ])('are rejected where an unknown column is %s', (_how, overrides) => {
    expect(() => compileRows({ ...newest, ...overrides }, table, duckdb)).toThrow('column_unknown');
  });
});
