import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Queryable } from '#server/database/open.ts';
import { verifications } from '#server/database/schema.ts';
import { hashOf } from '#server/hash.ts';

const lifetime = 5 * 60 * 1000;
const sizes = { nonce: 16, until: 6, mac: 20 };

/**
 * WebAuthn challenge. It is signed instead of stored, so that opening the sign-in page writes nothing; `purpose` binds
 * it to one use.
 */
export function createChallenge(secret: string, purpose: string): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(sizes.nonce + sizes.until);
  randomBytes(sizes.nonce).copy(head);
  head.writeUIntBE(Date.now() + lifetime, sizes.nonce, sizes.until);
  return Buffer.concat([head, macOf(secret, purpose, head)]);
}

/** Whether a challenge is ours, unexpired and unused; marks it as used. */
export async function useChallenge(
  db: Queryable,
  { secret, purpose, challenge }: { secret: string; purpose: string; challenge: string },
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== sizes.nonce + sizes.until + sizes.mac) return false;
  const head = bytes.subarray(0, sizes.nonce + sizes.until);
  if (!timingSafeEqual(bytes.subarray(head.length), macOf(secret, purpose, head))) return false;
  const expiresAt = new Date(head.readUIntBE(sizes.nonce, sizes.until));
  if (expiresAt.getTime() < Date.now()) return false;
  const id = hashOf(head);
  const used = { id, identifier: `challenge:${id}`, value: purpose, expiresAt };
  return (await db.insert(verifications).values(used).onConflictDoNothing().returning()).length > 0;
}

const macOf = (secret: string, purpose: string, head: Buffer) =>
  createHmac('sha256', secret).update(`challenge:${purpose}:`).update(head).digest().subarray(0, sizes.mac);
