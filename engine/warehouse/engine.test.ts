import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Column, type ColumnType, columnTypes, type Query, type Scalar } from '#domain/query/query.ts';
import type { FileSource, WarehouseSource } from '#engine/engine.ts';
import { pageOf } from '#engine/duckdb/page.ts';
import { profileOf } from '#engine/profile/profile.ts';
import { compile } from '#engine/sql/compile.ts';
import { clickhouse } from '#engine/sql/dialects/clickhouse.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import { queryTableOf } from '#engine/sql/source.ts';
import { randomTable, rowsOfRandomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { relateTables, tablesToRelate, testRelatedQueries } from '#engine/testing/related-tables.ts';
import { hasTestClickhouse, openTestClickhouse, type TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openTestWarehouse, type TestWarehouse } from '#engine/testing/test-warehouse.ts';
import { warehousePage } from './row-page.ts';

const options = { seconds: 60 };

describe.runIf(hasTestClickhouse)('the warehouse', () => {
  let server: TestClickhouse;
  let warehouse: TestWarehouse;
  beforeAll(async () => {
    server = await openTestClickhouse();
    warehouse = await openTestWarehouse([server]);
  });
  afterAll(async () => {
    await warehouse.close();
    await server.close();
  });

  const page = { offset: 0, limit: 1000, filters: [] };
  const rowsInWarehouse = async (source: WarehouseSource) =>
    (await warehouse.engine.query(warehousePage(source, page), options)).values;
  const rowsInFiles = async (source: FileSource) => (await warehouse.files.query(pageOf(source, page), options)).values;

  async function runQuery(query: Query, table: QueryTable, sources: WarehouseSource[]) {
    const { columns, values } = await warehouse.engine.query(
      { ...compile(query, table, clickhouse), sources },
      options,
    );
    const rows = (values[0] ?? []).map((_, row) => values.map((column) => column[row] as Scalar));
    return { names: columns.map(({ name }) => name), rows };
  }

  describe('random queries', () => {
    let source: WarehouseSource;
    beforeAll(async () => {
      const half = Math.floor(rowsOfRandomTable.length / 2);
      const { columns } = randomTable;
      const segments = [rowsOfRandomTable.slice(0, half), rowsOfRandomTable.slice(half)];
      source = (
        await warehouse.store(
          segments.map((rows) => ({ columns, rows })),
          columns,
        )
      ).warehouse;
    });
    testRandomQueries(60, (query) => runQuery(query, queryTableOf(source, randomTable.metrics), [source]));
  });

  describe('random queries on related tables', () => {
    let sources: WarehouseSource[];
    beforeAll(async () => {
      sources = [];
      for (const { table, rows } of tablesToRelate) {
        const { columns } = table;
        sources.push((await warehouse.store([{ columns, rows }], columns)).warehouse);
      }
    });
    testRelatedQueries(60, (query) => {
      const tables = sources.map((source) => queryTableOf(source, []));
      return runQuery(query, relateTables(tables), sources);
    });
  });

  const cells: Record<ColumnType, Scalar[]> = {
    text: [
      'a',
      '',
      ' 12 ',
      '1.5',
      '-3',
      'true',
      'No',
      '2026-02-01',
      '2026-02-01T10:00:00Z',
      '1e3',
      '上海',
      '9223372036854775807',
      '1e30',
    ],
    integer: [0, 1, -7, 9_007_199_254_740_991, 20260201],
    number: [0, 1, -1.5, 0.1, 2.5, 3.5, 1e15, 123456789.125, -0.001],
    boolean: [true, false],
    date: ['2026-02-01', '1850-06-15', '0001-01-01', '9999-12-31'],
    time: [
      '2026-02-01T10:00:00Z',
      '2026-02-01T10:00:00.123456Z',
      '1850-06-15T01:02:03Z',
      '0001-01-01T00:00:00Z',
      '3000-01-01T00:00:00.5Z',
    ],
    json: ['{"a": 1}', '[1, 2]', '"x"', '3', 'null'],
  };
  const columnOf = (type: ColumnType): Column => ({ id: 'c1', name: 'v', type });
  const segmentOf = (type: ColumnType) => ({
    columns: [columnOf(type)],
    rows: [
      ...cells[type].map((c1) => ({ c1: type === 'json' ? (JSON.parse(String(c1)) as unknown) : c1 })),
      { c1: null },
    ],
  });

  test.each(columnTypes)('stores values of the type %s', async (type) => {
    const { files, warehouse: source } = await warehouse.store([segmentOf(type)], [columnOf(type)]);
    expect(await rowsInWarehouse(source)).toEqual(await rowsInFiles(files));
  });

  const changes = columnTypes.flatMap((from) =>
    columnTypes.filter((to) => to !== from && to !== 'json').map((to) => [from, to] as const),
  );
  test.each(changes)('a column changed from %s to %s has the same values as in files', async (from, to) => {
    const { files, warehouse: source } = await warehouse.store([segmentOf(from), segmentOf(to)], [columnOf(to)]);
    expect(await rowsInWarehouse(source)).toEqual(await rowsInFiles(files));
  });

  test('a profile is the same as that of files', async () => {
    const { columns } = randomTable;
    const { files, warehouse: source } = await warehouse.store([{ columns, rows: rowsOfRandomTable }], columns);
    const count = rowsOfRandomTable.length;
    const inFiles = await profileOf(files, count, (engineQuery) =>
      warehouse.files.query(engineQuery as never, options),
    );
    const inWarehouse = await profileOf(source, count, (engineQuery) =>
      warehouse.engine.query(engineQuery as never, options),
    );
    // Sums of binary fractions depend on the order of the rows.
    const rounded = (profile: object) =>
      JSON.parse(JSON.stringify(profile), (_, value: unknown) =>
        typeof value === 'number' ? Number(value.toPrecision(12)) : value,
      ) as unknown;
    expect(rounded(inWarehouse)).toEqual(rounded(inFiles));
  });

  test('a result that is larger than the memory of the process is exported', async () => {
    const [rows, width] = [40_000, 4_000];
    const sql = `select number as n, repeat('x', ${width}) as text from numbers(${rows})`;
    const exported = await warehouse.engine.export(
      {
        query: { by: 'compiler', sql, params: [], sources: [], limit: rows },
        format: 'csv',
        file: path.join(warehouse.directory, 'large.csv'),
        labels: {},
        valueTexts: {},
        options: { bom: false, zone: 'UTC' },
      },
      options,
    );
    expect(exported).toMatchObject({ rows, isCutOff: false });
    expect(exported.bytes).toBeGreaterThan(rows * width);
  });
});
