import { z } from 'zod';

import { newSessionSchema, enteredPasswordSchema } from './routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';

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

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyRoutes = {
  'POST /auth/passkey/begin': route({
    access: 'anyone',
    summary: 'Begin to sign in with a passkey',
    reads: true,
    input: noInput,
    output: optionsSchema,
  }),
  'POST /auth/passkey': route({
    access: 'anyone',
    act: 'sign_in_by_passkey',
    summary: 'Sign in with a passkey',
    input: z.strictObject({ response: assertionSchema }),
    output: newSessionSchema,
  }),
  'GET /me/passkeys': route({
    access: 'member',
    summary: 'Your passkeys, newest first',
    input: noInput,
    output: z.array(passkeySchema),
  }),
  'POST /me/passkeys/begin': route({
    access: 'member',
    act: null,
    summary: 'Begin to add a passkey',
    input: z.strictObject({ password: enteredPasswordSchema.optional() }),
    output: optionsSchema,
  }),
  'POST /me/passkeys': route({
    access: 'member',
    act: 'add_passkey',
    summary: 'Add a passkey',
    input: z.strictObject({ name: nameSchema, response: attestationSchema }),
    output: passkeySchema,
  }),
  'PATCH /me/passkeys/:id': route({
    access: 'member',
    act: 'rename_passkey',
    summary: 'Rename a passkey',
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: noOutput,
  }),
  'DELETE /me/passkeys/:id': route({
    access: 'member',
    act: 'remove_passkey',
    summary: 'Remove a passkey',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
