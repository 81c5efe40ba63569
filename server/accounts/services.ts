import type { Logger } from 'pino';

import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import type { Mailer } from '#server/mail/send.ts';
import type { Auth } from './auth.ts';
import type { Limits } from './limits.ts';
import type { OidcProvider } from './oidc-provider.ts';
import type { Sessions } from './sessions.ts';

/** What the functions of this folder need. */
export type Services = {
  config: Config;
  db: Database;
  auth: Auth;
  sessions: Sessions;
  limits: Limits;
  mailer: Mailer;
  log: Logger;
  /** Where people can sign in as well. */
  oidc: OidcProvider | null;
};
