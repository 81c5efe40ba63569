import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Query, Scalar } from '#contract/query.ts';
import { openProcesses } from '#engine/duckdb/processes.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import type { Table } from '#engine/sql/scope.ts';

const patience = { seconds: 30 };

type Rows = Record<string, Scalar>[];

/** A real process that keeps rows in segments, to be asked queries. */
export async function openAsked() {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-asked-'));
  const { run, close } = openProcesses({ max: 1, keep: 1 });
  let kept = 0;

  /** Keeps the rows of a table, and answers queries about them row by row. */
  const keep = async (table: Table, rows: Rows) => {
    const file = path.join(directory, `segment-${kept++}`);
    await writeFile(`${file}.rows`, rows.map((row) => JSON.stringify(row)).join('\n'));
    await run('write', { file, columns: table.columns, rows: `${file}.rows` }, patience);
    const sources = [{ name: table.name, columns: table.columns, segments: rows.length > 0 ? [file] : [] }];
    return async (query: Query) => {
      const { columns, values } = await run('ask', { ...compile(query, table, duckdb), sources }, patience);
      const answered = (values[0] ?? []).map((_, row) => values.map((column) => column[row] as Scalar));
      return { names: columns.map(({ name }) => name), rows: answered };
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

export type Asked = Awaited<ReturnType<typeof openAsked>>;
