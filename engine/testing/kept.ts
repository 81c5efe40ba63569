import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Column } from '#contract/query.ts';
import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import { openProcesses } from '#engine/duckdb/processes.ts';

/** A real engine, a directory of its own, and a way to keep rows for it. */
export async function openKept() {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-kept-'));
  const engine = openDuckdb(1);
  const { run, close } = openProcesses({ max: 1, keep: 1 });
  let files = 0;

  /** Keeps rows, by the ids of their columns, in a segment. */
  const keep = async (rows: object[], columns: Column[]) => {
    const file = path.join(directory, `segment-${files++}`);
    await writeFile(`${file}.rows`, rows.map((row) => JSON.stringify(row)).join('\n'));
    await run('write', { file, columns, rows: `${file}.rows` }, { seconds: 30 });
    return file;
  };

  return {
    engine,
    directory,
    keep,
    close: async () => {
      await Promise.all([engine.close(), close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Kept = Awaited<ReturnType<typeof openKept>>;
