import { expect, test } from 'vitest';

import { decodeBase32, encodeBase32 } from './base32.ts';
import { decrypt, encrypt } from './encryption.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { readToken, signToken } from './session-token.ts';

/* Values marked as stored were made by better-auth 1.7.7, which versions up to 0.4 used; they must stay valid. */

const secret = 'a secret of at least thirty-two characters';

const storedHashes = [
  [
    'correct horse battery',
    'f31b0478acf8ed5d2b9a1cf5b759a971:8e93e58eb076a29202a12bc5d8b2a1c00af64237a171c854584c45bdf96aa0e20eaa724aef81fd70e8f66110dcfe2d8f3632fdc610c96eb59d2a826210b28a10',
  ],
  [
    'pässwörd ①',
    '2b9a95bc32b794a0eb933ac484219eb7:468697f7a00ad725f799823a02520e2d6928301082f77fb74f02d8196d9cd6d20b37a0c96986b2c6d3e9af6f71b3bfc25160e82b179693b137e8a666c555f19f',
  ],
] as const;

test.each(storedHashes)('the stored hash of %s matches it and nothing else', async (password, hash) => {
  expect(await verifyPassword(hash, password)).toBe(true);
  expect(await verifyPassword(hash, `${password} `)).toBe(false);
});

test('a new hash has the stored format, its own salt, and matches the password in any Unicode form', async () => {
  const [first, second] = await Promise.all([hashPassword('pässwörd'), hashPassword('pässwörd')]);
  expect(first).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword(first, 'pässwörd'.normalize('NFD'))).toBe(true);
});

test('a malformed hash matches no password', async () => {
  for (const hash of ['', ':', 'salt:', 'salt:00', 'text']) expect(await verifyPassword(hash, '')).toBe(false);
});

test('stored session tokens are signed as before', () => {
  const token = 'Zm9vYmFy-token_0123456789';
  const stored = `${token}.oMkuO8lVgzwysp1rf5AiXh0YJP6Qe9FJP9yGVHQT6Ng=`;
  expect(signToken(secret, token)).toBe(stored);
  expect(readToken(secret, stored)).toBe(token);
});

test('a token without our signature is not read', () => {
  const signed = signToken(secret, 'token');
  for (const bearer of ['', '.', 'token', 'token.', `${signed}.x`, `x${signed}`, signToken('other', 'token')])
    expect([bearer, readToken(secret, bearer)]).toEqual([bearer, undefined]);
});

test('stored two-step secrets are decrypted, with the right secret only', () => {
  const stored =
    'dee5db89e30bf82cb0810e18697c00d5f1cd6f61729a3614efe70bc6212ec7ed0716f035f9143657653a2cf74098289b0623131c2c8e7fe6';
  expect(decrypt(secret, stored)).toBe('JBSWY3DPEHPK3PXP');
  expect(decrypt('another secret', stored)).toBeUndefined();
  expect(decrypt(secret, `${stored.slice(0, -2)}00`)).toBeUndefined();
  expect(decrypt(secret, '')).toBeUndefined();
  expect(decrypt(secret, encrypt(secret, '文字'))).toBe('文字');
});

test('base32 encodes and decodes the examples of RFC 4648', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, encoded] of Object.entries(vectors)) {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
    expect(decodeBase32(encoded).toString()).toBe(text);
  }
});
