import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Column } from '#domain/query/query.ts';
import { openDuckdb } from '#engine/duckdb/duckdb.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';

/** A real engine with a temporary directory, and a function that stores rows for it. */
export async function openTestEngine() {
  const directory = await mkdtemp(path.join(tmpdir(), 'shuju-test-engine-'));
  const engine = openDuckdb(1);
  const { run, close } = openProcessPool({ max: 1, min: 1 });
  let files = 0;

  /** Stores rows, keyed by column id, in a segment. */
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

export type TestEngine = Awaited<ReturnType<typeof openTestEngine>>;
