import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';

import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import type { Config } from '#server/config.ts';
import { type Database, openStore } from '#server/database/open.ts';
import { newSegmentFolder } from '#server/data-directory.ts';
import { listRunning } from '#server/servers/servers.ts';
import { type MoveServices, moveToFiles, moveToWarehouse } from './move.ts';
import { openWarehouse } from './open-segments.ts';

type MoveOptions = Pick<MoveServices, 'onProgress'> & { log: Logger; to: 'warehouse' | 'files' };

/** Moves the rows of a stopped installation between files and the warehouse; returns their number. */
export async function moveRows(config: Config, { log, to, onProgress }: MoveOptions): Promise<number> {
  if (!config.warehouse) throw new Error('Set WAREHOUSE_URL to the ClickHouse database.');
  const store = await openStore(config, log);
  const loads = openProcessPool({ max: 1, min: 0, megabytes: config.memoryMegabytes });
  try {
    await requireStopped(store.db);
    await mkdir(newSegmentFolder(config), { recursive: true, mode: 0o700 });
    const { warehouse, writer } = await openWarehouse({ config, warehouse: config.warehouse, db: store.db, log });
    try {
      const move = to === 'warehouse' ? moveToWarehouse : moveToFiles;
      return await move({ config, db: store.db, loads, store: warehouse, writer, onProgress });
    } finally {
      await warehouse.close();
    }
  } finally {
    await loads.close();
    await store.close();
  }
}

// The directory is locked, but other servers of the installation have their own directories.
async function requireStopped(db: Database): Promise<void> {
  const running = await listRunning(db);
  if (running.length > 0)
    throw new Error(`Stop all servers first. Still running: ${running.map(({ address }) => address).join(', ')}.`);
}

const reportIntervalMs = 2_000;

/** Prints the progress of a move every two seconds. */
export function printProgress(): MoveServices['onProgress'] {
  let printedAt = 0;
  return ({ rows, total }) => {
    if (rows < total && Date.now() - printedAt < reportIntervalMs) return;
    printedAt = Date.now();
    const percent = total === 0 ? 100 : Math.floor((100 * rows) / total);
    process.stdout.write(`${percent}%: ${rows.toLocaleString('en')} of ${total.toLocaleString('en')} rows\n`);
  };
}
