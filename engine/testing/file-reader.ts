import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { emptyRulesOf } from '#domain/cells/empty-cells.ts';
import type { ColumnType } from '#domain/query/query.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import type { InspectedTable, LoadColumn, LoadProgress, Recipe, RejectedRow } from '#engine/tables.ts';

const runOptions = { seconds: 240 };
const maxReturnedRows = 10_000;

type TestLoadOptions = {
  zone?: string;
  options?: ReadingOptions;
  recipe?: Recipe[];
  types?: (ColumnType | undefined)[];
  onProgress?: (p: LoadProgress) => void;
};

/** A real process with a temporary directory, and shortcuts to inspect and load a file. */
export async function openFileReader(pool: { megabytes?: number } = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-reader-'));
  const processes = openProcessPool({ max: 1, min: 1, ...pool });
  let fileCount = 0;

  const inspectAt = async (
    file: string,
    name: string,
    zone = 'UTC',
    options: ReadingOptions = {},
  ): Promise<InspectedTable[]> => {
    const own = path.join(directory, `read-${fileCount++}`);
    await mkdir(own);
    return processes.run('inspect', { file, name, zone, directory: own, options }, runOptions);
  };

  const inspect = async (
    content: string | Uint8Array,
    name = 'data.csv',
    zone = 'UTC',
    options: ReadingOptions = {},
  ) => {
    const file = path.join(directory, `file-${fileCount++}`);
    await writeFile(file, content);
    return inspectAt(file, name, zone, options);
  };

  const columnsOf = (table: InspectedTable, types: (ColumnType | undefined)[] = []): LoadColumn[] =>
    table.columns.map(({ type, format }, source) => ({
      source,
      id: `c${source}`,
      type: types[source] ?? type,
      // A format belongs to its type.
      format: types[source] === undefined || types[source] === type ? format : 'plain',
      empty: emptyRulesOf(table.markers[source]),
    }));

  const load = async (
    table: InspectedTable,
    { zone = 'UTC', recipe = [], types, onProgress }: TestLoadOptions = {},
  ) => {
    const segment = path.join(directory, `segment-${fileCount++}`);
    const rejects = `${segment}.rejects`;
    const columns = columnsOf(table, types);
    const input = { source: table.source, zone, columns, recipe, segment, rejects };
    const loaded = await processes.run('load', input, onProgress ? { ...runOptions, onProgress } : runOptions);
    const lines = existsSync(rejects) ? (await readFile(rejects, 'utf8')).split('\n').filter(Boolean) : [];
    const named = columns.map((column) => ({ ...column, name: column.id }));
    const sources = [{ at: 'files' as const, name: 't', columns: named, segments: [segment] }];
    const runQuery = async (sql: string) =>
      (await processes.run('query', { sql, params: [], sources }, runOptions)).values;
    const values = loaded.rows <= maxReturnedRows ? await runQuery('select * from t') : [];
    const rows = (values[0] ?? []).map((_, row) => values.map((column) => column[row]));
    return {
      ...loaded,
      segment,
      runQuery,
      values: rows,
      rejects: lines.map((line) => JSON.parse(line) as RejectedRow),
    };
  };

  /** Inspects a file and loads its first table as proposed. */
  const take = async (content: string | Uint8Array, name = 'data.csv', loadOptions: TestLoadOptions = {}) => {
    const [table] = await inspect(content, name, loadOptions.zone, loadOptions.options);
    return { table: table!, ...(await load(table!, loadOptions)) };
  };

  const close = async () => {
    await processes.close();
    await rm(directory, { recursive: true, force: true });
  };

  return { directory, processes, inspectAt, inspect, load, take, close };
}

export type TestFileReader = Awaited<ReturnType<typeof openFileReader>>;
