import { createHmac } from 'node:crypto';

import { isSameSecret } from '#server/hash.ts';

const signatureOf = (secret: string, token: string) => createHmac('sha256', secret).update(token).digest();

/** The bearer token of a session: its stored token with a signature. */
export const signToken = (secret: string, token: string): string =>
  `${token}.${signatureOf(secret, token).toString('base64')}`;

/** The stored token of a bearer token; undefined if it is not signed by us. */
export function readToken(secret: string, bearer: string): string | undefined {
  const [token = '', signature = '', ...rest] = bearer.split('.');
  const isOurs = rest.length === 0 && isSameSecret(Buffer.from(signature, 'base64'), signatureOf(secret, token));
  return isOurs ? token : undefined;
}
