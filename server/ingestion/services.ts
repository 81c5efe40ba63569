import type { Logger } from 'pino';

import type { Limits } from '#server/accounts/limits.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import type { Changes } from '#server/live/changes.ts';

/** What the functions of this folder need. */
export type Services = { config: Config; db: Database; log: Logger; changes: Changes; limits: Limits };
