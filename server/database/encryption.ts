import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets, so that a copy of the database alone reveals nothing. */
export type Encryptor = { encrypt: (text: string) => string; decrypt: (encrypted: string) => string };

const algorithm = 'aes-256-gcm';

/** Derives a key per purpose: data encrypted for one purpose cannot be decrypted for another. */
export function createEncryptor(secret: string, purpose: string): Encryptor {
  const key = Buffer.from(hkdfSync('sha256', secret, 'shuju', purpose, 32));
  return {
    encrypt: (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv(algorithm, key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt: (encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
