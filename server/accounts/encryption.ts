import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { createHash } from 'node:crypto';

// Stored two-step secrets have this format: XChaCha20-Poly1305 with the nonce in front, hexadecimal.
const cipherOf = (secret: string) => managedNonce(xchacha20poly1305)(createHash('sha256').update(secret).digest());

export const encrypt = (secret: string, text: string): string =>
  Buffer.from(cipherOf(secret).encrypt(Buffer.from(text))).toString('hex');

/** Undefined if it was encrypted with another secret or altered. */
export function decrypt(secret: string, encrypted: string): string | undefined {
  try {
    return Buffer.from(cipherOf(secret).decrypt(Buffer.from(encrypted, 'hex'))).toString();
  } catch {
    // The cipher has no other failure than a wrong key or altered bytes.
    return undefined;
  }
}
