import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of the concatenated parts in base64url, for random tokens and content. Passwords need a slow hash. */
export function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url');
}

/** SHA-256 of a file in hex, as uploads and backups have it. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Compares a received secret with the right one in a time that does not depend on where they differ. */
export function isSameSecret(received: string | Buffer, right: string | Buffer): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A random secret for a link, a session or a device; only its hash is stored. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}
