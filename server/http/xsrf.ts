import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '#contract/errors.ts';
import { isSameSecret } from '#server/hash.ts';

const cookieName = 'XSRF-TOKEN';
const cookiePattern = /(?:^|;\s*)XSRF-TOKEN=([\w.-]+)/;
const headerName = 'x-xsrf-token';
const maxVerified = 10_000;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export type Xsrf = {
  setCookie: (request: FastifyRequest, reply: FastifyReply) => void;
  check: (request: FastifyRequest) => void;
  /** Whether our own page sent the request, or it is a safe method. */
  isOwn: (request: FastifyRequest) => boolean;
};

/** Anti-forgery token (double submit): a signed cookie that only our own pages can read and repeat in a header. */
export function createXsrf(secret: string, isSecure: boolean): Xsrf {
  const sign = (nonce: string) => createHmac('sha256', secret).update(`xsrf:${nonce}`).digest('base64url');

  // Cache of verified tokens: every request of a page carries the same one.
  const verified = new Set<string>();

  function isOurs(token: string | undefined): token is string {
    if (!token) return false;
    if (verified.has(token)) return true;
    const [nonce, signature] = token.split('.');
    const isSigned = Boolean(nonce && signature && isSameSecret(signature, sign(nonce)));
    if (verified.size >= maxVerified) verified.clear();
    if (isSigned) verified.add(token);
    return isSigned;
  }

  function create(): string {
    const nonce = randomBytes(16).toString('base64url');
    return `${nonce}.${sign(nonce)}`;
  }

  function isOwn(request: FastifyRequest): boolean {
    if (safeMethods.has(request.method)) return true;
    const cookie = cookieOf(request);
    const header = request.headers[headerName];
    return isOurs(cookie) && typeof header === 'string' && isSameSecret(header, cookie);
  }

  return {
    setCookie(request, reply) {
      if (isOurs(cookieOf(request))) return;
      reply.header('set-cookie', `${cookieName}=${create()}; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`);
    },
    check(request) {
      if (!isOwn(request)) throw new Problem('xsrf_refused');
    },
    isOwn,
  };
}

function cookieOf(request: FastifyRequest): string | undefined {
  return cookiePattern.exec(request.headers.cookie ?? '')?.[1];
}
