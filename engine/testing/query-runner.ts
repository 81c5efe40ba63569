import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Query, RowsQuery, Scalar } from '#domain/query/query.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import type { FileSource } from '#engine/engine.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileRows } from '#engine/sql/rows.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import type { FilledTable } from './related-tables.ts';

const runOptions = { seconds: 30 };

type TestRows = Record<string, Scalar>[];

/** A real DuckDB process that stores rows in segments and runs queries on them. */
export async function openQueryRunner() {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-queries-'));
  const { run, close } = openProcessPool({ max: 1, min: 1 });
  let segmentCount = 0;

  const store = async ({ name, columns }: QueryTable, rows: TestRows): Promise<FileSource> => {
    const file = path.join(directory, `segment-${segmentCount++}`);
    await writeFile(`${file}.rows`, rows.map((row) => JSON.stringify(row)).join('\n'));
    await run('write', { file, columns, rows: `${file}.rows` }, runOptions);
    return { at: 'files', name, columns, segments: rows.length > 0 ? [file] : [] };
  };

  /**
   * Stores the rows of a table and of those related to it, and returns a function that runs queries on them, perhaps with
   * another model of the table.
   */
  const keep = async (table: QueryTable, rows: TestRows, related: FilledTable[] = []) => {
    const sources = [await store(table, rows)];
    for (const each of related) sources.push(await store(each.table, each.rows));
    return async (query: Query | RowsQuery, modelled = table) => {
      const compiled = 'measures' in query ? compile(query, modelled, duckdb) : compileRows(query, modelled, duckdb);
      const { columns, values } = await run('query', { ...compiled, sources }, runOptions);
      const resultRows = (values[0] ?? []).map((_, row) => values.map((column) => column[row] as Scalar));
      return { names: columns.map(({ name }) => name), rows: resultRows };
    };
  };

  return {
    keep,
    close: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type QueryRunner = Awaited<ReturnType<typeof openQueryRunner>>;
