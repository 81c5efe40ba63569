import type { FastifyRequest } from 'fastify';

import { Problem } from '#contract/errors.ts';
import { isObject, parseJson } from '#engine/events/push-body.ts';
import { readText } from './read-body.ts';

const secretPattern = /^[\w-]{1,100}$/;
const secretIn = (value: unknown) => (typeof value === 'string' && secretPattern.test(value) ? value : undefined);

/**
 * The write key secret of a request: bearer token, user name of basic authentication, or query parameter,
 * because sendBeacon cannot set headers.
 */
export function secretOf({ headers: { authorization }, query }: FastifyRequest): string | undefined {
  if (authorization === undefined) return secretIn((query as { key?: unknown }).key);
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return secretIn(value);
  return /^basic$/i.test(scheme) ? secretIn(Buffer.from(value, 'base64').toString().split(':')[0]) : undefined;
}

/** Extracts the field `writeKey` from a body. */
export function takeSecret(body: Buffer): { secret: string | undefined; rest: Buffer } {
  if (!body.includes('"writeKey"')) return { secret: undefined, rest: body };
  const value = parseBody(body);
  if (!isObject(value)) return { secret: undefined, rest: body };
  const { writeKey, ...rest } = value;
  return { secret: secretIn(writeKey), rest: Buffer.from(JSON.stringify(rest)) };
}

function parseBody(body: Buffer): unknown {
  const text = readText(body);
  try {
    return parseJson(text);
  } catch (cause) {
    throw new Problem('malformed_request', {}, { cause });
  }
}
