import type { FastifyReply, FastifyRequest } from 'fastify';

import { apiPrefix } from '#contract/shell.ts';
import type { Cookies } from '#server/context.ts';

/** Cookies of the /auth routes, for one request and its response. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Cookies {
  const rules = `Path=${apiPrefix}/auth; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read: (name) => new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1],
    set: (name, value, seconds) => void reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${rules}`),
  };
}
