import type { Logger } from 'pino';

import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { Engine, EngineAnswer, EngineSource } from '#engine/engine.ts';
import type { AccessControl } from '#server/access/access.ts';
import type { OpenResponse } from '#server/access/open-responses.ts';
import type { Config } from '#server/config.ts';
import type { Identity, CallerConnection } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { ConnectionQueues } from '#server/queue/connection-queues.ts';
import type { Queue } from '#server/queue/queue.ts';
import type { SegmentStore } from '#server/segments/segment-store.ts';
import type { Servers } from '#server/servers/servers.ts';
import type { RowRuleCache } from '#server/row-rules/row-rule-cache.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

/** The first rows of a connected table, and whether there are more. */
export type RowPreview = { answer: EngineAnswer; rows: number; isCutOff: boolean };

/**
 * The services that dataset functions need: `engine` runs queries, `queue` limits how many run on files at once,
 * `connectionQueues` how many on each database; `loads` reads files and writes segments, which `segments` stores.
 */
export type DatasetServices = {
  config: Config;
  db: Database;
  log: Logger;
  metrics: Metrics;
  engine: Engine<EngineSource>;
  queue: Queue;
  connectionQueues: ConnectionQueues;
  loads: ProcessPool;
  segments: SegmentStore;
  snapshots: SnapshotCache;
  rowRules: RowRuleCache;
  servers: Servers;
  access: AccessControl;
  /** Previews by snapshot, filters and order, so that all pages show the same rows. */
  previews: Map<string, Promise<RowPreview>>;
};

/** The same for an identified caller. */
export type DatasetContext = DatasetServices & CallerConnection & { identity: Identity; hold?: OpenResponse };
