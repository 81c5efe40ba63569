import type pg from 'pg';
import type { Logger } from 'pino';

import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { RateLimits } from '#server/accounts/rate-limits.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import type { ChangeFeed } from '#server/live/changes.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { SegmentStore } from '#server/segments/segment-store.ts';
import type { PushLogKind } from './push-log.ts';

export type IngestionServices = {
  config: Config;
  db: Database;
  connection: pg.ClientConfig;
  log: Logger;
  metrics: Metrics;
  changes: ChangeFeed;
  limits: RateLimits;
  segments: SegmentStore;
  /** Processes that seal logs into segments. */
  seals: ProcessPool;
  /** The kind of log for new pushes. */
  pushLog: PushLogKind;
};
