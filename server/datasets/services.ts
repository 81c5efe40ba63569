import type { Logger } from 'pino';

import type { Processes } from '#engine/duckdb/processes.ts';
import type { Engine } from '#engine/engine.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';

/** What the functions about data need: `engine` answers questions, `loads` reads files and writes segments. */
export type Services = { config: Config; db: Database; log: Logger; engine: Engine; loads: Processes };
