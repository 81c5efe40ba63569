import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { warehouseAttacks } from '#engine/testing/warehouse-attacks.ts';
import { openTestPersonSql, type TestPersonSql } from '#engine/testing/gate-fixture.ts';
import { warehouseStatements } from '#engine/testing/warehouse-statements.ts';
import { subqueryPlaces } from '#engine/testing/warehouse-subquery-places.ts';

const titleOf = (sql: string) => sql.replaceAll(/\s+/g, ' ').slice(0, 120);
const outcomeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: { code?: string; message?: string }) => error.code ?? error.message,
  );

describe.skipIf(!hasTestClickhouse)('SQL of people on the warehouse', () => {
  let warehouse: TestPersonSql;
  beforeAll(async () => {
    warehouse = await openTestPersonSql();
  });
  afterAll(() => warehouse.close());

  describe.each(Object.entries(warehouseAttacks))('%s', (_, { codes, statements }) => {
    test.each(statements.map((sql) => [titleOf(sql), sql]))('%s', async (_title, sql) => {
      expect(codes).toContain(await outcomeOf(warehouse.answer(sql)));
    });
  });

  describe('a subquery is checked wherever it is', () => {
    const ends = (place: string, subquery: string) => outcomeOf(warehouse.answer(place.replaceAll('@', subquery)));
    const isGated = (place: string) => outcomeOf(warehouse.gate(place.replaceAll('@', '(select 1)')));

    test.each(subqueryPlaces)('%s', async (place) => {
      expect(await isGated(place)).toBe('answered');
      expect(await ends(place, '(select secret from rows.hidden)')).toBe('sql_table_unknown');
      expect(await ends(place, '(select number from system.numbers)')).toBe('sql_table_unknown');
      expect(await ends(place, "(select * from file('/etc/passwd'))")).toBe('sql_function_refused');
      expect(await ends(place, '(select "hostName"())')).toBe('sql_function_refused');
    });
  });

  test.each(warehouseStatements.map(([sql, rows]) => [titleOf(sql), sql, rows] as const))(
    'passes: %s',
    async (_title, sql, rows) => {
      expect(JSON.stringify(await warehouse.answer(sql))).toBe(rows);
    },
  );

  test('there are enough statements', () => {
    const count = Object.values(warehouseAttacks).reduce((sum, { statements }) => sum + statements.length, 0);
    expect(count).toBeGreaterThanOrEqual(120);
    expect(warehouseStatements.length).toBeGreaterThanOrEqual(80);
  });
});
