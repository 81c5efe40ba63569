import { z } from 'zod';

import { newSessionSchema, enteredPasswordSchema } from './routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route, sessionRoutes } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';
import { passwordErrors } from '#contract/error-groups.ts';

const bytesSchema = z.base64url().min(1).max(20_000);

/** A WebAuthn credential in its JSON form, as a browser returns it. */
const credentialOf = <R extends z.ZodRawShape>(response: R) =>
  z.object({
    id: bytesSchema,
    rawId: bytesSchema,
    type: z.literal('public-key'),
    response: z.object(response),
    clientExtensionResults: z.object({}),
  });

const attestationSchema = credentialOf({
  clientDataJSON: bytesSchema,
  attestationObject: bytesSchema,
  transports: z.array(z.string().max(30)).max(10).optional(),
});
const assertionSchema = credentialOf({
  clientDataJSON: bytesSchema,
  authenticatorData: bytesSchema,
  signature: bytesSchema,
  userHandle: bytesSchema.optional(),
});
export type Attestation = z.infer<typeof attestationSchema>;
export type Assertion = z.infer<typeof assertionSchema>;

/** WebAuthn options for the browser. */
const optionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyRoutes = sessionRoutes({
  'POST /auth/passkey/begin': route({
    access: 'anyone',
    summary: { en_US: 'Start signing in with a passkey', zh_CN: '开始用通行密钥登录' },
    isReadOnly: true,
    errors: ['passkeys_unavailable'],
    input: noInput,
    output: optionsSchema,
  }),
  'POST /auth/passkey': route({
    access: 'anyone',
    audit: { area: 'door', action: 'sign_in_by_passkey', en_US: 'Sign in with a passkey', zh_CN: '使用通行密钥登录' },
    stale: [],
    summary: { en_US: 'Sign in with a passkey', zh_CN: '用通行密钥登录' },
    errors: ['passkey_refused', 'passkeys_unavailable', 'account_disabled', 'too_many_attempts'],
    input: z.strictObject({ response: assertionSchema }),
    output: newSessionSchema,
  }),
  'GET /me/passkeys': route({
    access: 'member',
    summary: { en_US: 'List your passkeys, newest first', zh_CN: '自己的通行密钥，最新的在前' },
    input: noInput,
    output: z.array(passkeySchema),
  }),
  'POST /me/passkeys/begin': route({
    access: 'member',
    audit: null,
    stale: [],
    summary: { en_US: 'Start adding a passkey', zh_CN: '开始添加通行密钥' },
    errors: [...passwordErrors, 'passkeys_full', 'passkeys_unavailable'],
    input: z.strictObject({ password: enteredPasswordSchema.optional() }),
    output: optionsSchema,
  }),
  'POST /me/passkeys': route({
    access: 'member',
    audit: { area: 'account', action: 'add_passkey', en_US: 'Add a passkey', zh_CN: '添加通行密钥' },
    stale: ['passkeys'],
    summary: { en_US: 'Add a passkey', zh_CN: '添加通行密钥' },
    errors: ['passkey_refused', 'passkeys_unavailable'],
    input: z.strictObject({ name: nameSchema, response: attestationSchema }),
    output: passkeySchema,
  }),
  'PATCH /me/passkeys/:id': route({
    access: 'member',
    audit: { area: 'account', action: 'rename_passkey', en_US: 'Rename a passkey', zh_CN: '重命名通行密钥' },
    stale: ['passkeys'],
    summary: { en_US: 'Rename a passkey', zh_CN: '重命名通行密钥' },
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: noOutput,
  }),
  'DELETE /me/passkeys/:id': route({
    access: 'member',
    audit: { area: 'account', action: 'remove_passkey', en_US: 'Remove a passkey', zh_CN: '移除通行密钥' },
    stale: ['passkeys'],
    summary: { en_US: 'Remove a passkey', zh_CN: '移除通行密钥' },
    errors: ['only_way_in'],
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
});
