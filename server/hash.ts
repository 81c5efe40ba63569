import { createHash, randomBytes } from 'node:crypto';

/** SHA-256 of the concatenated parts in base64url, for random tokens and content. Passwords need a slow hash. */
export function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}

/** A random secret for a link, a session or a device; only its hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}
