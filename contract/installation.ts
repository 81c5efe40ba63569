import { z } from 'zod';

import { noInput, noOutput, route } from './route.ts';

/** Who may sign up: people with an invitation, or everyone who can reach the page. */
export const signUpSchema = z.enum(['invitation', 'open']);
export type SignUp = z.infer<typeof signUpSchema>;

/** What a page must know before anyone has signed in. */
export const installationSchema = z.object({
  version: z.string(),
  hasOwner: z.boolean(),
  signUp: signUpSchema,
  hasMail: z.boolean(),
  /** The name of where people can sign in as well. */
  provider: z.string().nullable(),
  iconScript: z.string().nullable(),
});
export type Installation = z.infer<typeof installationSchema>;

export const installationRoutes = {
  'GET /installation': route({
    access: 'anyone',
    summary: 'What this installation offers to someone at its door',
    input: noInput,
    output: installationSchema,
  }),
  'PATCH /installation': route({
    access: 'owner',
    act: 'change_sign_up',
    tells: ['signUp'],
    summary: 'Change who may sign up',
    input: z.strictObject({ signUp: signUpSchema }),
    output: noOutput,
  }),
};
