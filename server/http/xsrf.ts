import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '#contract/errors.ts';

const cookieName = 'XSRF-TOKEN';
const cookiePattern = /(?:^|;\s*)XSRF-TOKEN=([\w.-]+)/;
const headerName = 'x-xsrf-token';
const verifiedSize = 10_000;
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

export type Xsrf = {
  offer: (request: FastifyRequest, reply: FastifyReply) => void;
  check: (request: FastifyRequest) => void;
  /** Whether a page of ours sent it, or it changes nothing. */
  isOwn: (request: FastifyRequest) => boolean;
};

/** The anti-forgery token: a signed cookie that only a page of ours can read and send back as a header. */
export function createXsrf(secret: string, isSecure: boolean): Xsrf {
  const sign = (nonce: string) => createHmac('sha256', secret).update(`xsrf:${nonce}`).digest('base64url');

  // Every call of a page carries the same token; its signature is worth computing once.
  const verified = new Set<string>();

  function isOurs(token: string | undefined): token is string {
    if (!token) return false;
    if (verified.has(token)) return true;
    const [nonce, signature] = token.split('.');
    const isSigned = Boolean(nonce && signature && isEqual(signature, sign(nonce)));
    if (verified.size >= verifiedSize) verified.clear();
    if (isSigned) verified.add(token);
    return isSigned;
  }

  function create(): string {
    const nonce = randomBytes(16).toString('base64url');
    return `${nonce}.${sign(nonce)}`;
  }

  function isOwn(request: FastifyRequest): boolean {
    if (reading.has(request.method)) return true;
    const cookie = cookieOf(request);
    const header = request.headers[headerName];
    return isOurs(cookie) && typeof header === 'string' && isEqual(header, cookie);
  }

  return {
    offer(request, reply) {
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

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
