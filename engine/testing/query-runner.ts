import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Query, Scalar } from '#domain/query/query.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import type { QueryTable } from '#engine/sql/scope.ts';

const runOptions = { seconds: 30 };

type TestRows = Record<string, Scalar>[];

/** A real DuckDB process that stores rows in segments and runs queries on them. */
export async function openQueryRunner() {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-asked-'));
  const { run, close } = openProcessPool({ max: 1, min: 1 });
  let segmentCount = 0;

  /** Stores the rows of a table, and returns a function that runs queries on them. */
  const keep = async (table: QueryTable, rows: TestRows) => {
    const file = path.join(directory, `segment-${segmentCount++}`);
    await writeFile(`${file}.rows`, rows.map((row) => JSON.stringify(row)).join('\n'));
    await run('write', { file, columns: table.columns, rows: `${file}.rows` }, runOptions);
    const sources = [
      { at: 'files' as const, name: table.name, columns: table.columns, segments: rows.length > 0 ? [file] : [] },
    ];
    return async (query: Query) => {
      const { columns, values } = await run('ask', { ...compile(query, table, duckdb), sources }, runOptions);
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
