import { z } from 'zod';

import { noInput, noOutput, route, sessionRoutes } from '#contract/route.ts';

/** Who may sign up: people with an invitation, or everyone. */
export const signUpSchema = z.enum(['invitation', 'open']);
export type SignUp = z.infer<typeof signUpSchema>;

/** Data that pages need before sign-in. */
const installationSchema = z.object({
  version: z.string(),
  hasOwner: z.boolean(),
  signUp: signUpSchema,
  hasMail: z.boolean(),
  /** Name of the sign-in provider, if any. */
  provider: z.string().nullable(),
  iconScript: z.string().nullable(),
});
export type Installation = z.infer<typeof installationSchema>;

export const installationRoutes = sessionRoutes({
  'GET /installation': route({
    access: 'anyone',
    summary: {
      en_US: 'Get what the sign-in page needs to know about this installation',
      zh_CN: '登录前可以了解的安装信息',
    },
    input: noInput,
    output: installationSchema,
  }),
  'PATCH /installation': route({
    access: 'owner',
    audit: { area: 'installation', action: 'change_sign_up', en_US: 'Change who can sign up', zh_CN: '修改注册方式' },
    auditedFields: ['signUp'],
    stale: ['installation'],
    summary: { en_US: 'Change who can sign up', zh_CN: '修改谁可以注册' },
    input: z.strictObject({ signUp: signUpSchema }),
    output: noOutput,
  }),
});
