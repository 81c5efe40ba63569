import { sql } from 'drizzle-orm';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { System } from '#contract/system/routes.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import { datasets } from '#server/database/schema.ts';
import type { Queue } from '#server/queue/queue.ts';
import type { SegmentStore } from '#server/segments/segment-store.ts';
import { version } from '#server/root.ts';

export type SystemServices = { db: Database; config: Config; queue: Queue; segments: SegmentStore };

const require = createRequire(import.meta.url);
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

// Read from the installed package, because the engine runs in other processes.
function engineVersion(): string {
  const file = require.resolve('@duckdb/node-api/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

export async function loadSystemStatus({ db, config, queue }: SystemServices): Promise<System> {
  const { bavail, blocks, bsize } = await statfs(config.dataDirectory);
  const { rows: about } = await db.execute<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  const [sum] = await db.select({ bytes: sql`coalesce(sum(${datasets.bytes}), 0)`.mapWith(Number) }).from(datasets);
  return {
    version,
    node: process.versions.node,
    startedAt,
    memory: process.memoryUsage.rss(),
    database: {
      kind: config.databaseUrl ? 'own' : 'embedded',
      version: about[0]!.version,
      bytes: Number(about[0]!.bytes),
    },
    engine: { name: 'DuckDB', version: engineVersion(), bytes: sum?.bytes ?? 0 },
    disk: { free: bavail * bsize, total: blocks * bsize },
    waiting: queue.waiting(),
  };
}
