import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

import type { Assertion, Attestation } from '#contract/accounts/passkeys.ts';

type ChallengeOptions = { challenge: string };
type AuthenticatorFlags = { isVerified?: boolean };

/** A software passkey for any site. */
export type Authenticator = {
  create: (options: ChallengeOptions, flags?: AuthenticatorFlags) => Attestation;
  sign: (options: ChallengeOptions, flags?: AuthenticatorFlags) => Assertion;
};

const text = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const hash = (value: string | Buffer) => createHash('sha256').update(value).digest();

export function createAuthenticator(origin: string, host = new URL(origin).hostname): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  // Flags: user present 1, user verified 4, attested credential data 64.
  const dataOf = (flags: number, key = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(++counter, 1);
    return Buffer.concat([hash(host), head, key]);
  };
  const clientDataOf = (type: string, { challenge }: ChallengeOptions) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} } as const;

  return {
    create(options, { isVerified = true } = {}) {
      const length = Buffer.from([0, id.length]);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const data = dataOf(isVerified ? 69 : 65, key);
      const clientDataJSON = text(clientDataOf('webauthn.create', options));
      return { ...head, response: { clientDataJSON, attestationObject: text(attestationOf(data)), transports: [] } };
    },
    sign(options, { isVerified = true } = {}) {
      const clientData = clientDataOf('webauthn.get', options);
      const data = dataOf(isVerified ? 5 : 1);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash(clientData)]))
        .sign(privateKey);
      return {
        ...head,
        response: { clientDataJSON: text(clientData), authenticatorData: text(data), signature: text(signature) },
      };
    },
  };
}

// CBOR map of three entries, with attestation format none.
const attestationOf = (data: Buffer) =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from([0x58, data.length]),
    data,
  ]);

function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const part = (value = '') => Buffer.from(value, 'base64url');
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), part(x), Buffer.from('225820', 'hex'), part(y)]);
}
