import { expect, test } from 'vitest';

import { emptyQuerySpec } from '#domain/query/query.ts';
import { sqlOf } from './query-to-sql.ts';

const spec = { ...emptyQuerySpec('o'), dimensions: [{ id: 'd1', column: 'c', kind: 'value' as const }] };
const table = { name: 'orders', identifier: 'shop.orders' };
const labels = { d1: 'City', m1: 'Rows', 'm1.base': 'Rows' };

test('turns values into typed parameters without duplicates and aliases columns by label', () => {
  const sql = `select d1 as "d1", n as "m1", b as "m1.base", '$1' as x
from "orders" as t
where t."d1" in ($1, $2) and t."$1" > $3::double and t.at < $4::timestamptz and t.city = $5
order by "m1" desc
limit 10001`;
  const params = ['Köln', 'Hangzhou', 10, '2026-08-17T16:00:00.000Z', 'Köln'];
  expect(sqlOf({ spec, proof: { sql, params }, labels, table })).toEqual({
    kind: 'sql',
    sql: `select d1 as "City", n as "Rows", b as "Rows (m1.base)", '$1' as x
from shop.orders as t
where t."d1" in ($p1, $p2) and t."$1" > $p3::double and t.at < $p4::timestamptz and t.city = $p1
order by "Rows" desc`,
    params: [
      { name: 'p1', type: 'text', value: 'Köln' },
      { name: 'p2', type: 'text', value: 'Hangzhou' },
      { name: 'p3', type: 'number', value: 10 },
      { name: 'p4', type: 'time', value: '2026-08-17T16:00:00.000Z' },
    ],
    limit: 10_000,
  });
});

test('keeps an explicit limit and gives up on too many values', () => {
  const proof = { sql: 'select 1\nlimit 11', params: [] };
  expect(sqlOf({ spec: { ...spec, limit: 10 }, proof, labels, table })?.sql).toBe('select 1\nlimit 10');
  const many = Array.from({ length: 101 }, (_, index) => index);
  const long = { sql: `select ${many.map((each) => `$${each + 1}`).join(', ')}`, params: many };
  expect(sqlOf({ spec, proof: long, labels, table })).toBeUndefined();
});
