import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Query, Scalar } from '#contract/query.ts';
import { openProcesses } from '#engine/duckdb/processes.ts';
import { compile } from '#engine/sql/compile.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import type { Table } from '#engine/sql/scope.ts';

const patience = { seconds: 30 };

/** A real process with the rows of a table in a segment, to be asked queries. */
export async function openAsked(table: Table, rows: Record<string, Scalar>[]) {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-asked-'));
  const { run, close } = openProcesses({ max: 1, keep: 1 });
  const [file, lines] = [path.join(directory, 'segment'), path.join(directory, 'rows')];
  await writeFile(lines, rows.map((row) => JSON.stringify(row)).join('\n'));
  await run('write', { file, columns: table.columns, rows: lines }, patience);
  const sources = [{ name: table.name, columns: table.columns, segments: rows.length > 0 ? [file] : [] }];

  const ask = async (query: Query) => {
    const { columns, values } = await run('ask', { ...compile(query, table, duckdb), sources }, patience);
    const count = values[0]?.length ?? 0;
    const answered = Array.from({ length: count }, (_, row) => values.map((column) => column[row] as Scalar));
    return { names: columns.map(({ name }) => name), rows: answered };
  };

  return {
    ask,
    close: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Asked = Awaited<ReturnType<typeof openAsked>>;
