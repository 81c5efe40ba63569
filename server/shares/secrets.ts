import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { openSealer, type Sealer } from '#server/database/sealing.ts';

/** What links need the secret of the installation for. */
export type ShareSecrets = {
  sealer: Sealer;
  /** A pass for whoever has opened a link, good for an hour. */
  passFor: (share: Locked) => string;
  /** The link that a pass was given for, while it is good; it opens that link only under the password it had then. */
  shareOf: (pass: string) => { id: string; fits: (share: Locked) => boolean } | undefined;
};

type Locked = { id: string; passwordHash: string | null };

const hour = 60 * 60_000;

export function openShareSecrets(secret: string): ShareSecrets {
  const key = Buffer.from(hkdfSync('sha256', secret, 'shuju', 'passes of shares', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const lockOf = ({ passwordHash }: Locked) => sign(`lock ${passwordHash ?? ''}`).slice(0, 16);
  return {
    sealer: openSealer(secret, 'shares'),
    passFor: (share) => {
      const text = `${share.id}.${Date.now() + hour}.${lockOf(share)}`;
      return `${text}.${sign(text)}`;
    },
    shareOf: (pass) => {
      const [id = '', until = '', lock = '', signature = '', ...more] = pass.split('.', 5);
      const isOurs = more.length === 0 && isEqual(signature, sign(`${id}.${until}.${lock}`));
      return isOurs && Number(until) > Date.now() ? { id, fits: (share) => lockOf(share) === lock } : undefined;
    },
  };
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a link is found by. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
