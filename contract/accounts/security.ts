import { z } from 'zod';

import { codeSchema, enteredPasswordSchema, meSchema } from './routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route, sessionRoutes } from '#contract/route.ts';
import { passwordErrors } from '#contract/error-groups.ts';
import { changeProfileAction } from '#contract/audit/shared-actions.ts';

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

/** Sign-in methods of an account; members who sign in through a provider may have no password. */
const protectionSchema = z.object({
  hasPassword: z.boolean(),
  twoStepSince: momentSchema.nullable(),
  codesLeft: z.int(),
  providers: z.array(providerSchema),
});
export type Protection = z.infer<typeof protectionSchema>;

/** Routes of avatars. */
export const avatarRoutes = sessionRoutes({
  'GET /avatars/:id': route({
    // An image request cannot carry the token; the id is a random value that only members know.
    access: 'anyone',
    summary: { en_US: "Get a member's picture", zh_CN: '成员的头像' },
    input: z.strictObject({ id: idSchema }),
    output: z.never(),
    response: 'picture',
  }),
  'PUT /me/avatar': route({
    access: 'member',
    audit: changeProfileAction,
    stale: [],
    summary: {
      en_US: 'Set your picture: a JPEG, PNG, WebP or GIF, cropped to a small square',
      zh_CN: '设置头像：JPEG、PNG、WebP 或 GIF，会裁剪为小方图',
    },
    errors: ['picture_unreadable', 'picture_moves', 'picture_too_large'],
    input: noInput,
    output: meSchema,
    body: 'stream',
  }),
  'DELETE /me/avatar': route({
    access: 'member',
    audit: changeProfileAction,
    stale: [],
    summary: { en_US: 'Remove your picture', zh_CN: '移除头像' },
    input: noInput,
    output: meSchema,
  }),
});

/** Routes of two-step verification and linked providers. */
export const securityRoutes = sessionRoutes({
  'GET /me/protection': route({
    access: 'member',
    summary: {
      en_US: 'Get your security settings: whether you have a password and two-step verification',
      zh_CN: '账号的保护方式：是否有密码、是否需要验证码',
    },
    input: noInput,
    output: protectionSchema,
  }),
  'DELETE /me/providers/:id': route({
    access: 'member',
    audit: {
      area: 'account',
      action: 'unlink_provider',
      en_US: 'Unlink a provider',
      zh_CN: '解除外部平台登录',
    },
    stale: ['protection'],
    summary: {
      en_US: "Unlink a provider, unless it's the only way to sign in",
      zh_CN: '解除外部平台登录；若是唯一的登录方式则不允许',
    },
    errors: ['only_way_in'],
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /me/two-step': route({
    access: 'member',
    audit: null,
    stale: [],
    summary: {
      en_US: 'Start setting up two-step verification; returns a secret for an authenticator app',
      zh_CN: '开始两步验证：返回供身份验证器使用的密钥',
    },
    errors: [...passwordErrors, 'two_step_on'],
    input: withPassword,
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  'POST /me/two-step/confirm': route({
    access: 'member',
    audit: {
      area: 'account',
      action: 'turn_on_two_step',
      en_US: 'Turn on two-step verification',
      zh_CN: '开启两步验证',
    },
    stale: ['protection'],
    summary: {
      en_US: 'Turn on two-step verification with a first code; returns backup codes',
      zh_CN: '用第一个验证码开启两步验证，返回备用码',
    },
    errors: ['wrong_code', 'two_step_on', 'too_many_attempts'],
    input: z.strictObject({ code: codeSchema }),
    output: backupCodesSchema,
  }),
  'POST /me/two-step/codes': route({
    access: 'member',
    audit: { area: 'account', action: 'renew_backup_codes', en_US: 'Renew backup codes', zh_CN: '更换备用码' },
    stale: ['protection'],
    summary: { en_US: 'Create new backup codes; the old ones stop working', zh_CN: '重新生成备用码，原有的失效' },
    errors: [...passwordErrors, 'two_step_off'],
    input: withPassword,
    output: backupCodesSchema,
  }),
  'POST /me/two-step/off': route({
    access: 'member',
    audit: {
      area: 'account',
      action: 'turn_off_two_step',
      en_US: 'Turn off two-step verification',
      zh_CN: '关闭两步验证',
    },
    stale: ['protection'],
    summary: { en_US: 'Turn off two-step verification', zh_CN: '关闭两步验证' },
    errors: [...passwordErrors, 'two_step_off'],
    input: withPassword,
    output: noOutput,
  }),
  'DELETE /members/:id/two-step': route({
    access: 'owner',
    audit: {
      area: 'members',
      action: 'turn_off_two_step_of_member',
      en_US: 'Turn off two-step verification for a member',
      zh_CN: '关闭成员的两步验证',
    },
    stale: ['members'],
    summary: {
      en_US: 'Turn off two-step verification for a member who lost their phone',
      zh_CN: '为丢失手机的成员关闭两步验证',
    },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
});
