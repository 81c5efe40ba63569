import { z } from 'zod';

import { preferencesSchema } from './preferences.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from './route.ts';
import { emailPattern, passwordLength, usernamePattern } from './rules.ts';
import { nameSchema, textSchema } from './text.ts';

export const roleSchema = z.enum(['owner', 'editor', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

const passwordSchema = textSchema(passwordLength.max).min(passwordLength.min);
/** A password that is compared, not set. */
export const givenPasswordSchema = textSchema(passwordLength.max).min(1);
/** A code of an app, or a backup code, however it is spaced. */
export const codeSchema = textSchema(40).trim().min(1);
const usernameSchema = z.string().toLowerCase().regex(usernamePattern);
const emailSchema = textSchema(200).trim().toLowerCase().regex(emailPattern);
const identifierSchema = textSchema(200).trim().min(1);
const tokenSchema = z.string().regex(/^[\w-]{20,100}$/);

export const memberSchema = z.object({
  id: idSchema,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: roleSchema,
  /** The id of their picture; another picture has another id. */
  avatar: idSchema.nullable(),
  createdAt: momentSchema,
});
export type Member = z.infer<typeof memberSchema>;

/** Who is signed in, with what they have chosen. */
export const meSchema = memberSchema.extend({ preferences: preferencesSchema });
export type Me = z.infer<typeof meSchema>;

/** A member as the owner sees them. */
export const listedMemberSchema = memberSchema.extend({
  twoStep: z.boolean(),
  disabledAt: momentSchema.nullable(),
});
export type ListedMember = z.infer<typeof listedMemberSchema>;

const newMember = {
  name: nameSchema,
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
};

/** What a successful sign-in answers: the bearer token of a new session. */
export const admissionSchema = z.object({ token: z.string(), member: meSchema });
export type Admission = z.infer<typeof admissionSchema>;

/** A right password may not be enough: then a code is asked for, and everything is sent again with it. */
const signedInSchema = z.union([admissionSchema, z.object({ needs: z.literal('code') })]);

export const sessionSchema = z.object({
  id: idSchema,
  current: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  /** Where the address is, as far as it says: this very machine, the inside network, or outside. */
  place: z.enum(['machine', 'inside', 'outside']),
  createdAt: momentSchema,
  /** To the hour. */
  usedAt: momentSchema,
  expiresAt: momentSchema,
});
export type Session = z.infer<typeof sessionSchema>;

export const invitedRoleSchema = roleSchema.exclude(['owner']);
export const invitationSchema = z.object({
  id: idSchema,
  role: invitedRoleSchema,
  /** Who it was mailed to, if it was. */
  email: z.string().nullable(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

/** A link on this site that does one thing once: the path is shown once and stored hashed. */
export const linkSchema = z.object({ path: z.string(), expiresAt: momentSchema });
export type Link = z.infer<typeof linkSchema>;

/** The calls without a bearer token are those below /auth. */
export const accountRoutes = {
  'POST /auth/owner': route({
    access: 'anyone',
    act: 'create_owner',
    summary: 'Create the owner of an empty installation',
    input: z.strictObject(newMember),
    output: admissionSchema,
  }),
  'POST /auth/signin': route({
    access: 'anyone',
    act: 'sign_in',
    summary: 'Sign in by e-mail or username',
    input: z.strictObject({
      identifier: identifierSchema,
      password: givenPasswordSchema,
      code: codeSchema.optional(),
      /** Whether this browser need not be asked for a code for thirty days. */
      trust: z.boolean().optional(),
    }),
    output: signedInSchema,
    cookies: true,
  }),
  'POST /auth/signup': route({
    access: 'anyone',
    act: 'sign_up',
    summary: 'Sign up, with an invitation unless sign-up is open',
    input: z.strictObject({ ...newMember, invitation: tokenSchema.optional() }),
    output: admissionSchema,
  }),
  'POST /auth/oidc/begin': route({
    access: 'anyone',
    act: null,
    summary: 'Begin to sign in at the provider of this installation: the address to go to',
    input: z.strictObject({ invitation: tokenSchema.optional(), returnUrl: textSchema(2000).optional() }),
    output: z.object({ url: z.string() }),
    cookies: true,
  }),
  'POST /auth/oidc': route({
    access: 'anyone',
    act: 'sign_in_elsewhere',
    summary: 'Sign in with what was brought back from the provider',
    input: z.strictObject({ code: textSchema(4000).min(1), state: z.string().regex(/^[\w-]{20,100}$/) }),
    output: admissionSchema.extend({ returnUrl: z.string().nullable() }),
    cookies: true,
  }),
  'POST /auth/invitation': route({
    access: 'anyone',
    act: null,
    summary: 'Read an invitation before signing up with it',
    input: z.strictObject({ invitation: tokenSchema }),
    output: z.object({
      role: invitedRoleSchema,
      invitedBy: z.string(),
      /** Who it was mailed to, if it was. */
      email: z.string().nullable(),
      expiresAt: momentSchema,
    }),
  }),
  'POST /auth/forgot': route({
    access: 'anyone',
    act: 'ask_for_reset',
    summary: 'Ask for a mail with a link that resets the password',
    input: z.strictObject({ identifier: identifierSchema }),
    output: noOutput,
  }),
  'POST /auth/reset': route({
    access: 'anyone',
    act: 'reset_password',
    summary: 'Set a new password with a reset link; ends all sessions',
    input: z.strictObject({ token: tokenSchema, password: passwordSchema }),
    output: noOutput,
  }),
  'GET /me': route({
    access: 'member',
    summary: 'The signed-in member',
    input: noInput,
    output: meSchema,
  }),
  'PATCH /me': route({
    access: 'member',
    act: 'change_profile',
    summary: 'Change your name',
    input: z.strictObject({ name: nameSchema }),
    output: meSchema,
  }),
  'POST /me/password': route({
    access: 'member',
    act: 'change_password',
    summary: 'Change your password, or set a first one if you have none; ends your other sessions',
    input: z.strictObject({
      /** Not needed by someone who has none, since they sign in elsewhere. */
      current: givenPasswordSchema.optional(),
      password: passwordSchema,
    }),
    output: noOutput,
  }),
  'GET /sessions': route({
    access: 'member',
    summary: 'Your sessions, newest first',
    input: noInput,
    output: z.array(sessionSchema),
  }),
  'DELETE /sessions': route({
    access: 'member',
    act: 'end_sessions',
    summary: 'End your other sessions',
    input: noInput,
    output: noOutput,
  }),
  'DELETE /sessions/current': route({
    access: 'member',
    act: 'sign_out',
    summary: 'Sign out',
    input: noInput,
    output: noOutput,
  }),
  'DELETE /sessions/:id': route({
    access: 'member',
    act: 'end_sessions',
    summary: 'End one of your sessions',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'GET /members': route({
    access: 'owner',
    summary: 'All members',
    input: noInput,
    output: z.array(listedMemberSchema),
  }),
  'POST /members/:id/reset-link': route({
    access: 'owner',
    act: 'create_reset_link',
    summary: 'Make a link with which a member can set a new password',
    input: z.strictObject({ id: idSchema }),
    output: linkSchema,
  }),
  'GET /invitations': route({
    access: 'owner',
    summary: 'Invitations that are still open',
    input: noInput,
    output: z.array(invitationSchema),
  }),
  'POST /invitations': route({
    access: 'owner',
    act: 'invite_member',
    tells: ['role'],
    summary: 'Make an invitation link, and mail it if an address is given',
    input: z.strictObject({ role: invitedRoleSchema, email: emailSchema.optional() }),
    output: linkSchema,
  }),
  'DELETE /invitations/:id': route({
    access: 'owner',
    act: 'withdraw_invitation',
    summary: 'Withdraw an invitation',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
