import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '#contract/errors.ts';

const cookieName = 'XSRF-TOKEN';
const headerName = 'x-xsrf-token';
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

export type Xsrf = {
  offer: (request: FastifyRequest, reply: FastifyReply) => void;
  check: (request: FastifyRequest) => void;
};

/** The anti-forgery token: a signed cookie that only a page of ours can read and send back as a header. */
export function createXsrf(secret: string, isSecure: boolean): Xsrf {
  const sign = (nonce: string) => createHmac('sha256', secret).update(`xsrf:${nonce}`).digest('base64url');

  function isOurs(token: string | undefined): token is string {
    const [nonce, signature] = token?.split('.') ?? [];
    return Boolean(nonce && signature && isEqual(signature, sign(nonce)));
  }

  function create(): string {
    const nonce = randomBytes(16).toString('base64url');
    return `${nonce}.${sign(nonce)}`;
  }

  return {
    offer(request, reply) {
      if (isOurs(request.cookies[cookieName])) return;
      reply.setCookie(cookieName, create(), { path: '/', sameSite: 'strict', secure: isSecure });
    },
    check(request) {
      if (reading.has(request.method)) return;
      const cookie = request.cookies[cookieName];
      const header = request.headers[headerName];
      if (!isOurs(cookie) || typeof header !== 'string' || !isEqual(header, cookie)) throw new Problem('xsrf_refused');
    },
  };
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
