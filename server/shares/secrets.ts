import { createHmac, hkdfSync } from 'node:crypto';

import { createEncryptor, type Encryptor } from '#server/database/encryption.ts';
import { isSameSecret } from '#server/hash.ts';

/** Signing and encryption for links, with keys derived from the secret of the installation. */
export type ShareSecrets = {
  sealer: Encryptor;
  /** Issues a signed pass for an opened link, valid for an hour. */
  passFor: (share: LockedShare) => string;
  /** Verifies a pass and returns its link; `fits` is false once the link's password has changed. */
  shareOf: (pass: string) => { id: string; fits: (share: LockedShare) => boolean } | undefined;
};

type LockedShare = { id: string; passwordHash: string | null };

const hour = 60 * 60_000;

export function openShareSecrets(secret: string): ShareSecrets {
  const key = Buffer.from(hkdfSync('sha256', secret, 'shuju', 'passes of shares', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const lockOf = ({ passwordHash }: LockedShare) => sign(`lock ${passwordHash ?? ''}`).slice(0, 16);
  return {
    sealer: createEncryptor(secret, 'shares'),
    passFor: (share) => {
      const text = `${share.id}.${Date.now() + hour}.${lockOf(share)}`;
      return `${text}.${sign(text)}`;
    },
    shareOf: (pass) => {
      const [id = '', until = '', lock = '', signature = '', ...more] = pass.split('.', 5);
      const isOurs = more.length === 0 && isSameSecret(signature, sign(`${id}.${until}.${lock}`));
      return isOurs && Number(until) > Date.now() ? { id, fits: (share) => lockOf(share) === lock } : undefined;
    },
  };
}
