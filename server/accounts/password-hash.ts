import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// Stored hashes depend on these parameters and on the salt being used as hexadecimal text.
const cost = { N: 16384, r: 16, p: 1 };
const keyBytes = 64;
const saltBytes = 16;

function deriveKey(password: string, salt: string): Promise<Buffer> {
  const options = { ...cost, maxmem: 128 * cost.N * cost.r * 2 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Salted scrypt hash of a password as `salt:key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString('hex');
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const stored = Buffer.from(key, 'hex');
  return stored.length === keyBytes && timingSafeEqual(stored, await deriveKey(password, salt));
}
