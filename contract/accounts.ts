import { z } from 'zod';

import { idSchema, momentSchema, noInput, noOutput, route } from './route.ts';
import { emailPattern, passwordLength, usernamePattern } from './rules.ts';
import { nameSchema, textSchema } from './text.ts';

export const roleSchema = z.enum(['owner', 'editor', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

const passwordSchema = textSchema(passwordLength.max).min(passwordLength.min);
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
  createdAt: momentSchema,
});
export type Member = z.infer<typeof memberSchema>;

const newMember = {
  name: nameSchema,
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
};

/** What a successful sign-in answers: the bearer token of a new session. */
export const admissionSchema = z.object({ token: z.string(), member: memberSchema });
export type Admission = z.infer<typeof admissionSchema>;

export const sessionSchema = z.object({
  id: idSchema,
  current: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
});
export type Session = z.infer<typeof sessionSchema>;

export const invitedRoleSchema = roleSchema.exclude(['owner']);
export const invitationSchema = z.object({
  id: idSchema,
  role: invitedRoleSchema,
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
    summary: 'Create the owner of an empty installation',
    input: z.strictObject(newMember),
    output: admissionSchema,
  }),
  'POST /auth/signin': route({
    access: 'anyone',
    summary: 'Sign in by e-mail or username',
    input: z.strictObject({ identifier: identifierSchema, password: textSchema(passwordLength.max).min(1) }),
    output: admissionSchema,
  }),
  'POST /auth/signup': route({
    access: 'anyone',
    summary: 'Sign up, with an invitation unless sign-up is open',
    input: z.strictObject({ ...newMember, invitation: tokenSchema.optional() }),
    output: admissionSchema,
  }),
  'POST /auth/invitation': route({
    access: 'anyone',
    summary: 'Read an invitation before signing up with it',
    input: z.strictObject({ invitation: tokenSchema }),
    output: z.object({ role: invitedRoleSchema, invitedBy: z.string(), expiresAt: momentSchema }),
  }),
  'POST /auth/forgot': route({
    access: 'anyone',
    summary: 'Ask for a mail with a link that resets the password',
    input: z.strictObject({ identifier: identifierSchema }),
    output: noOutput,
  }),
  'POST /auth/reset': route({
    access: 'anyone',
    summary: 'Set a new password with a reset link; ends all sessions',
    input: z.strictObject({ token: tokenSchema, password: passwordSchema }),
    output: noOutput,
  }),
  'GET /me': route({
    access: 'member',
    summary: 'The signed-in member',
    input: noInput,
    output: memberSchema,
  }),
  'PATCH /me': route({
    access: 'member',
    summary: 'Change your name',
    input: z.strictObject({ name: nameSchema }),
    output: memberSchema,
  }),
  'POST /me/password': route({
    access: 'member',
    summary: 'Change your password; ends your other sessions',
    input: z.strictObject({ current: textSchema(passwordLength.max).min(1), password: passwordSchema }),
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
    summary: 'End your other sessions',
    input: noInput,
    output: noOutput,
  }),
  'DELETE /sessions/current': route({
    access: 'member',
    summary: 'Sign out',
    input: noInput,
    output: noOutput,
  }),
  'DELETE /sessions/:id': route({
    access: 'member',
    summary: 'End one of your sessions',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'GET /members': route({
    access: 'owner',
    summary: 'All members',
    input: noInput,
    output: z.array(memberSchema),
  }),
  'POST /members/:id/reset-link': route({
    access: 'owner',
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
    summary: 'Make an invitation link',
    input: z.strictObject({ role: invitedRoleSchema }),
    output: linkSchema,
  }),
  'DELETE /invitations/:id': route({
    access: 'owner',
    summary: 'Withdraw an invitation',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
