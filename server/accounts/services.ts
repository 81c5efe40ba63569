import type { Logger } from 'pino';

import type { Config } from '#server/config.ts';
import type { Context, Cookies, MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import type { Mailer } from '#server/mail/send.ts';
import type { RateLimits } from './rate-limits.ts';
import type { OidcProvider } from './oidc-provider.ts';
import type { Sessions } from './sessions.ts';

/** Services that this folder needs. */
export type AccountServices = {
  config: Config;
  db: Database;
  /** Signs sessions and encrypts the stored secrets of two-step verification. */
  secret: string;
  sessions: Sessions;
  limits: RateLimits;
  mailer: Mailer;
  log: Logger;
  /** External sign-in provider, if configured. */
  oidc: OidcProvider | null;
};

/** Anyone, before signing in. */
export type AccountContext = Context<AccountServices>;
/** The same on routes that read and set cookies. */
export type SignInContext = AccountContext & { cookies: Cookies };
/** A member who is signed in. */
export type AccountMemberContext = MemberContext<AccountServices>;
