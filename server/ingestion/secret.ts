import type { FastifyRequest } from 'fastify';

import { Problem } from '#contract/errors.ts';
import { isObject, parseJson } from '#engine/events/rows.ts';
import { readText } from './body.ts';

const shape = /^[\w-]{1,100}$/;
const secretIn = (value: unknown) => (typeof value === 'string' && shape.test(value) ? value : undefined);

/**
 * The secret that a request shows: as a bearer token, as the user name of basic authentication, or in the address,
 * since a page that is being left can send no headers.
 */
export function secretOf({ headers: { authorization }, query }: FastifyRequest): string | undefined {
  if (authorization === undefined) return secretIn((query as { key?: unknown }).key);
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return secretIn(value);
  return /^basic$/i.test(scheme) ? secretIn(Buffer.from(value, 'base64').toString().split(':')[0]) : undefined;
}

/** Takes the field `writeKey` out of a body. */
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
