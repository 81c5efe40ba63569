import { isIP } from 'node:net';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';

/** The site that passkeys are for: what PUBLIC_URL says, else what the caller took this server for. */
export function siteOf(ctx: { config: Config; origin: string }): { origin: string; host: string } {
  const origin = ctx.config.origin ?? ctx.origin;
  const { protocol, hostname: host } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' };
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (isIP(host.replaceAll(/[[\]]/g, '')) || !(protocol === 'https:' || isLocal))
    throw new Problem('passkeys_unavailable');
  return { origin, host };
}
