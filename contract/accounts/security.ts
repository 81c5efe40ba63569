import { z } from 'zod';

import { codeSchema, enteredPasswordSchema, meSchema } from './routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';

/** Single-use codes for use in place of a code of the app; shown once, stored hashed. */
const backupCodesSchema = z.object({ codes: z.array(z.string()) });

const withPassword = z.strictObject({
  /** Not needed by a member without a password (sign-in through a provider). */
  password: enteredPasswordSchema.optional(),
});

/** A sign-in provider that a member has linked. */
const providerSchema = z.object({
  id: idSchema,
  address: z.string(),
  since: momentSchema,
  isOnlyWay: z.boolean(),
});
export type LinkedProvider = z.infer<typeof providerSchema>;

/** What protects an account; members who sign in through a provider may have no password. */
export const protectionSchema = z.object({
  hasPassword: z.boolean(),
  twoStepSince: momentSchema.nullable(),
  codesLeft: z.int(),
  providers: z.array(providerSchema),
});
export type Protection = z.infer<typeof protectionSchema>;

/** Routes of avatars. */
export const avatarRoutes = {
  'GET /avatars/:id': route({
    // An image request cannot carry the token; the id is a random value that only members know.
    access: 'anyone',
    summary: 'The picture of a member',
    input: z.strictObject({ id: idSchema }),
    output: z.never(),
    gives: 'picture',
  }),
  'PUT /me/avatar': route({
    access: 'member',
    act: 'change_profile',
    summary: 'Set your picture: a JPEG, PNG, WebP or GIF, which becomes a small square',
    input: noInput,
    output: meSchema,
    takes: 'stream',
  }),
  'DELETE /me/avatar': route({
    access: 'member',
    act: 'change_profile',
    summary: 'Remove your picture',
    input: noInput,
    output: meSchema,
  }),
};

/** Routes of two-step verification and linked providers. */
export const securityRoutes = {
  'GET /me/protection': route({
    access: 'member',
    summary: 'What protects your account: whether there is a password, and whether a code is asked for',
    input: noInput,
    output: protectionSchema,
  }),
  'DELETE /me/providers/:id': route({
    access: 'member',
    act: 'unlink_provider',
    summary: 'End signing in by a provider, unless it is the only way in',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /me/two-step': route({
    access: 'member',
    act: null,
    summary: 'Begin two-step verification: a secret for an app that makes codes',
    input: withPassword,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  'POST /me/two-step/confirm': route({
    access: 'member',
    act: 'turn_on_two_step',
    summary: 'Turn two-step verification on by a first code; gives the backup codes',
    input: z.strictObject({ code: codeSchema }),
    output: backupCodesSchema,
  }),
  'POST /me/two-step/codes': route({
    access: 'member',
    act: 'renew_backup_codes',
    summary: 'Make new backup codes; the old ones end',
    input: withPassword,
    output: backupCodesSchema,
  }),
  'POST /me/two-step/off': route({
    access: 'member',
    act: 'turn_off_two_step',
    summary: 'Turn two-step verification off',
    input: withPassword,
    output: noOutput,
  }),
  'DELETE /members/:id/two-step': route({
    access: 'owner',
    act: 'turn_off_two_step_of_member',
    summary: 'Turn two-step verification off for a member who lost their phone',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
