import { createHmac, randomBytes, randomInt } from 'node:crypto';

import { isSameSecret } from '#server/hash.ts';
import { decodeBase32, encodeBase32 } from './base32.ts';

const stepSeconds = 30;
const digits = 6;
// Letters and digits that cannot be confused.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Shared TOTP secret in base32, as authenticator apps expect it. */
export const createSecret = () => encodeBase32(randomBytes(20));

export function uriOf(secret: string, account: string): string {
  const issuer = 'Shuju';
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${new URLSearchParams({ secret, issuer }).toString()}`;
}

export const stepOf = (milliseconds: number) => Math.floor(milliseconds / 1000 / stepSeconds);

/** TOTP code of a time step (RFC 6238). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/** Time step that a code belongs to: the current one or its neighbours, because clocks differ. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  return [stepOf(now) - 1, stepOf(now), stepOf(now) + 1].find((step) => isSameSecret(code, codeOf(secret, step)));
}

/** Backup codes for a lost phone, such as 7hk2m-x9q4d. */
export function createBackupCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 10 }, () => `${part()}-${part()}`);
}

/** Normalizes a typed code. */
export const plainOf = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');
