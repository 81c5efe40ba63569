import { isIP } from 'node:net';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';

/** Site that passkeys are bound to: PUBLIC_URL, else the origin of the request. */
export function siteOf(ctx: { config: Config; origin: string }): { origin: string; host: string } {
  const origin = ctx.config.origin ?? ctx.origin;
  const { protocol, hostname: host } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' };
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (isIP(host.replaceAll(/[[\]]/g, '')) || !(protocol === 'https:' || isLocal))
    throw new Problem('passkeys_unavailable');
  return { origin, host };
}
