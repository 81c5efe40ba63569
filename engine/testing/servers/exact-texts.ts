import { beforeAll, expect, test } from 'vitest';

import type { Filter, Query } from '#domain/query/query.ts';
import type { DatabaseClient } from '#engine/remote/driver.ts';
import { compile } from '#engine/sql/compile.ts';
import type { Dialect } from '#engine/sql/dialect.ts';
import { queryOf } from '#engine/testing/query.ts';
import { standardLimits } from './queries.ts';
import type { TestServer } from './server.ts';

/** A column of texts, and the server and client that it is tested with, once they have started. */
type TextColumn = {
  /** The name of the table. */
  name: string;
  type: string;
  dialect: Dialect;
  server: () => TestServer;
  client: () => DatabaseClient;
};

const words = ['a', 'A', 'a ', 'á', 'b', 'a', ''];

/** Tests that texts are compared by their characters alone, whatever the type and collation of their column. */
export function testExactTexts({ name, type, dialect, server, client }: TextColumn): void {
  const table = { name, columns: [{ id: 'word', name: 'word', type: 'text' as const }], metrics: [] };
  beforeAll(async () => {
    await server().execute(`create table ${name} (word ${type})`);
    await server().execute(`insert into ${name} values ${words.map((word) => `('${word}')`).join(', ')}`);
  });
  const count = { id: 'n', formula: { kind: 'count' }, show: 'value' } as const;
  const valuesOf = async (overrides: Partial<Query>) => {
    const { sql, params } = compile(queryOf({ measures: [count], ...overrides }), table, dialect);
    return (await client().query({ sql, params, ...standardLimits })).values;
  };
  const word = { id: 'word', kind: 'value', column: 'word' } as const;

  test('in groups and their order', async () => {
    await expect(valuesOf({ dimensions: [word] })).resolves.toEqual([
      ['', 'A', 'a', 'a ', 'b', 'á'],
      [1, 1, 2, 1, 1, 1],
    ]);
  });

  test('when counted, and as minimum and maximum', async () => {
    const measures = (['distinct', 'min', 'max'] as const).map((kind) => ({
      id: kind,
      formula: { kind, column: 'word' },
      show: 'value' as const,
    }));
    await expect(valuesOf({ measures })).resolves.toEqual([[6], [''], ['á']]);
  });

  test('as the top value', async () => {
    const top = { kind: 'most', dimension: 'word', measure: 'n', part: 'value', direction: 'descending' } as const;
    const values = await valuesOf({ dimensions: [word], top: { ...top, count: 1, others: 'rest' } });
    expect([values[0], values[2]]).toEqual([
      ['a', null],
      [2, 5],
    ]);
  });

  test.each<[Filter, number]>([
    [{ op: 'equals', column: 'word', value: 'a' }, 2],
    [{ op: 'equals', column: 'word', value: 'a ' }, 1],
    [{ op: 'in', column: 'word', values: ['A', 'á'] }, 2],
    [{ op: 'greater', column: 'word', value: 'a' }, 3],
    [{ op: 'contains', column: 'word', value: 'A' }, 4],
    [{ op: 'ends', column: 'word', value: ' ' }, 1],
    [{ op: 'starts', column: 'word', value: 'Á' }, 1],
  ])('by the filter %o', async (filter, expected) => {
    await expect(valuesOf({ filters: [filter] })).resolves.toEqual([[expected]]);
  });
}
