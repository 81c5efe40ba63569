import type { Logger } from 'pino';

import type { Processes } from '#engine/duckdb/processes.ts';
import type { Engine } from '#engine/engine.ts';
import type { Access } from '#server/access/access.ts';
import type { Hold } from '#server/access/holds.ts';
import type { Config } from '#server/config.ts';
import type { Identity, Leaving } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import type { Queue } from '#server/queue/queue.ts';

/**
 * What the functions about data need: `engine` answers questions, whose turn it is says `queue`; `loads` reads files
 * and writes segments.
 */
export type Services = {
  config: Config;
  db: Database;
  log: Logger;
  engine: Engine;
  queue: Queue;
  loads: Processes;
  access: Access;
};

/** The same for someone who asks. */
export type Asking = Services & Leaving & { identity: Identity; hold?: Hold };
