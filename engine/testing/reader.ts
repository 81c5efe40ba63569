import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { rulesOf } from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';
import type { ReadingOptions } from '#contract/reading-schemas.ts';
import { openProcesses } from '#engine/duckdb/processes.ts';
import type { InspectedTable, LoadColumn, Progress, Recipe, RejectedRow } from '#engine/tables.ts';

const patience = { seconds: 240 };
const shown = 10_000;

type Changes = {
  zone?: string;
  options?: ReadingOptions;
  recipe?: Recipe[];
  types?: (ColumnType | undefined)[];
  onProgress?: (p: Progress) => void;
};

/** A real process and a directory of its own, with short ways to read and load a file. */
export async function openReader() {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-reader-'));
  const processes = openProcesses({ max: 1, keep: 1 });
  let made = 0;

  const inspectAt = async (
    file: string,
    name: string,
    zone = 'UTC',
    options: ReadingOptions = {},
  ): Promise<InspectedTable[]> => {
    const own = path.join(directory, `read-${made++}`);
    await mkdir(own);
    return processes.run('inspect', { file, name, zone, directory: own, options }, patience);
  };

  const inspect = async (
    content: string | Uint8Array,
    name = 'data.csv',
    zone = 'UTC',
    options: ReadingOptions = {},
  ) => {
    const file = path.join(directory, `file-${made++}`);
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
      empty: rulesOf(table.markers[source]),
    }));

  const load = async (table: InspectedTable, { zone = 'UTC', recipe = [], types, onProgress }: Changes = {}) => {
    const segment = path.join(directory, `segment-${made++}`);
    const rejects = `${segment}.rejects`;
    const columns = columnsOf(table, types);
    const input = { source: table.source, zone, columns, recipe, segment, rejects };
    const loaded = await processes.run('load', input, onProgress ? { ...patience, onProgress } : patience);
    const lines = existsSync(rejects) ? (await readFile(rejects, 'utf8')).split('\n').filter(Boolean) : [];
    const named = columns.map((column) => ({ ...column, name: column.id }));
    const sources = [{ name: 't', columns: named, segments: [segment] }];
    const ask = async (sql: string) => (await processes.run('ask', { sql, params: [], sources }, patience)).values;
    const values = loaded.rows <= shown ? await ask('select * from t') : [];
    const rows = (values[0] ?? []).map((_, row) => values.map((column) => column[row]));
    return { ...loaded, segment, ask, values: rows, rejects: lines.map((line) => JSON.parse(line) as RejectedRow) };
  };

  /** Reads a file and loads its first table as proposed. */
  const take = async (content: string | Uint8Array, name = 'data.csv', changes: Changes = {}) => {
    const [table] = await inspect(content, name, changes.zone, changes.options);
    return { table: table!, ...(await load(table!, changes)) };
  };

  const close = async () => {
    await processes.close();
    await rm(directory, { recursive: true, force: true });
  };

  return { directory, processes, inspectAt, inspect, load, take, close };
}

export type Reader = Awaited<ReturnType<typeof openReader>>;
