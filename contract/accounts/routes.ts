import { z } from 'zod';

import { preferencesSchema } from '#contract/preferences/routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route, sessionRoutes } from '#contract/route.ts';
import { emailPattern, passwordLength, usernamePattern } from '#contract/rules.ts';
import { nameSchema, textSchema } from '#contract/text.ts';
import { mailErrors, passwordErrors } from '#contract/error-groups.ts';
import { changeProfileAction } from '#contract/audit/shared-actions.ts';

export const roleSchema = z.enum(['owner', 'editor', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

const passwordSchema = textSchema(passwordLength.max).min(passwordLength.min);
/** A password that is checked, not set: no minimum length. */
export const enteredPasswordSchema = textSchema(passwordLength.max).min(1);
/** A code from an authenticator app or a backup code, with any spacing. */
export const codeSchema = textSchema(40).trim().min(1);
const usernameSchema = z.string().toLowerCase().regex(usernamePattern);
const emailSchema = textSchema(200).trim().toLowerCase().regex(emailPattern);
const identifierSchema = textSchema(200).trim().min(1);
const tokenSchema = z.string().regex(/^[\w-]{20,100}$/);

const memberSchema = z.object({
  id: idSchema,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  role: roleSchema,
  /** Id of the avatar; a new image gets a new id. */
  avatar: idSchema.nullable(),
  createdAt: momentSchema,
});
export type Member = z.infer<typeof memberSchema>;

/** The signed-in member with their preferences. */
export const meSchema = memberSchema.extend({ preferences: preferencesSchema });
export type Me = z.infer<typeof meSchema>;

/** A member as the owner sees them. */
const listedMemberSchema = memberSchema.extend({
  twoStep: z.boolean(),
  disabledAt: momentSchema.nullable(),
  /** Whether this editor may connect databases. */
  mayConnect: z.boolean(),
});
export type ListedMember = z.infer<typeof listedMemberSchema>;

const newMember = {
  name: nameSchema,
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
};

/** Response of a successful sign-in: the bearer token of a new session. */
export const newSessionSchema = z.object({ token: z.string(), member: meSchema });
export type NewSession = z.infer<typeof newSessionSchema>;

/** A correct password may not be enough: the client then asks for a code and repeats the request with it. */
const signInResponseSchema = z.union([newSessionSchema, z.object({ needs: z.literal('code') })]);

const sessionSchema = z.object({
  id: idSchema,
  current: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  /** Network location of the address: this machine, the local network, or outside. */
  place: z.enum(['machine', 'inside', 'outside']),
  createdAt: momentSchema,
  /** Rounded to the hour. */
  usedAt: momentSchema,
  expiresAt: momentSchema,
});
export type Session = z.infer<typeof sessionSchema>;

const invitedRoleSchema = roleSchema.exclude(['owner']);
const invitationSchema = z.object({
  id: idSchema,
  role: invitedRoleSchema,
  /** The address it was emailed to, if any. */
  email: z.string().nullable(),
  createdAt: momentSchema,
  expiresAt: momentSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

/** Single-use link on this site: the path is shown once and stored hashed. */
const oneTimeLinkSchema = z.object({ path: z.string(), expiresAt: momentSchema });
export type OneTimeLink = z.infer<typeof oneTimeLinkSchema>;

const endSessionsAction = { area: 'door', action: 'end_sessions', en_US: 'End sessions', zh_CN: '结束会话' } as const;

/** Only the routes below `/auth` need no bearer token. */
export const accountRoutes = sessionRoutes({
  'POST /auth/owner': route({
    access: 'anyone',
    audit: { area: 'door', action: 'create_owner', en_US: 'Create the owner account', zh_CN: '创建所有者' },
    stale: [],
    summary: { en_US: 'Create the owner of a new installation', zh_CN: '为全新的安装创建所有者' },
    errors: ['owner_exists', 'email_taken', 'username_taken'],
    input: z.strictObject(newMember),
    output: newSessionSchema,
  }),
  'POST /auth/signin': route({
    access: 'anyone',
    audit: { area: 'door', action: 'sign_in', en_US: 'Sign in', zh_CN: '登录' },
    stale: [],
    summary: { en_US: 'Sign in with email or username', zh_CN: '用邮箱或用户名登录' },
    errors: ['wrong_credentials', 'wrong_code', 'account_disabled', 'too_many_attempts'],
    input: z.strictObject({
      identifier: identifierSchema,
      password: enteredPasswordSchema,
      code: codeSchema.optional(),
      /** Whether to skip the code in this browser for thirty days. */
      trust: z.boolean().optional(),
    }),
    output: signInResponseSchema,
    cookies: true,
  }),
  'POST /auth/signup': route({
    access: 'anyone',
    audit: { area: 'door', action: 'sign_up', en_US: 'Sign up', zh_CN: '注册' },
    stale: [],
    summary: { en_US: 'Sign up, with an invitation unless sign-up is open', zh_CN: '注册；未开放注册时需要邀请' },
    errors: ['sign_up_closed', 'link_invalid', 'email_taken', 'username_taken', 'too_many_attempts'],
    input: z.strictObject({ ...newMember, invitation: tokenSchema.optional() }),
    output: newSessionSchema,
  }),
  'POST /auth/oidc/begin': route({
    access: 'anyone',
    audit: null,
    stale: [],
    summary: {
      en_US: 'Start signing in with the provider; returns the URL to go to',
      zh_CN: '开始通过外部平台登录，返回要前往的地址',
    },
    errors: ['not_found', 'oidc_refused'],
    input: z.strictObject({ invitation: tokenSchema.optional(), returnUrl: textSchema(2000).optional() }),
    output: z.object({ url: z.string() }),
    cookies: true,
  }),
  'POST /auth/oidc': route({
    access: 'anyone',
    audit: {
      area: 'door',
      action: 'sign_in_elsewhere',
      en_US: 'Sign in with the provider',
      zh_CN: '通过外部平台登录',
    },
    stale: [],
    summary: { en_US: "Sign in with the provider's response", zh_CN: '用外部平台返回的信息登录' },
    errors: [
      'not_found',
      'oidc_refused',
      'oidc_email',
      'sign_up_closed',
      'link_invalid',
      'account_disabled',
      'too_many_attempts',
    ],
    input: z.strictObject({ code: textSchema(4000).min(1), state: z.string().regex(/^[\w-]{20,100}$/) }),
    output: newSessionSchema.extend({ returnUrl: z.string().nullable() }),
    cookies: true,
  }),
  'POST /auth/invitation': route({
    access: 'anyone',
    audit: null,
    stale: [],
    summary: { en_US: 'Get an invitation before signing up with it', zh_CN: '注册前读取邀请' },
    errors: ['link_invalid'],
    input: z.strictObject({ invitation: tokenSchema }),
    output: z.object({
      role: invitedRoleSchema,
      invitedBy: z.string(),
      /** The address it was emailed to, if any. */
      email: z.string().nullable(),
      expiresAt: momentSchema,
    }),
  }),
  'POST /auth/forgot': route({
    access: 'anyone',
    audit: { area: 'door', action: 'ask_for_reset', en_US: 'Request a reset link', zh_CN: '申请重置密码' },
    stale: [],
    summary: { en_US: 'Request a password reset email', zh_CN: '请求一封重置密码的邮件' },
    errors: ['too_many_attempts'],
    input: z.strictObject({ identifier: identifierSchema }),
    output: noOutput,
  }),
  'POST /auth/reset': route({
    access: 'anyone',
    audit: { area: 'door', action: 'reset_password', en_US: 'Reset password', zh_CN: '重置密码' },
    stale: [],
    summary: {
      en_US: 'Set a new password with a reset link; ends all sessions',
      zh_CN: '用重置链接设置新密码，并结束所有会话',
    },
    errors: ['link_invalid', 'too_many_attempts'],
    input: z.strictObject({ token: tokenSchema, password: passwordSchema }),
    output: noOutput,
  }),
  'GET /me': route({
    access: 'member',
    summary: { en_US: 'Get the signed-in member', zh_CN: '当前登录的成员' },
    input: noInput,
    output: meSchema,
  }),
  'PATCH /me': route({
    access: 'member',
    audit: changeProfileAction,
    stale: [],
    summary: { en_US: 'Change your name', zh_CN: '修改自己的姓名' },
    input: z.strictObject({ name: nameSchema }),
    output: meSchema,
  }),
  'POST /me/password': route({
    access: 'member',
    audit: { area: 'account', action: 'change_password', en_US: 'Change password', zh_CN: '修改密码' },
    stale: ['sessions', 'protection'],
    summary: {
      en_US: 'Change your password, or set one if you have none; ends your other sessions',
      zh_CN: '修改密码，没有密码时设置第一个；其他会话随之结束',
    },
    errors: passwordErrors,
    input: z.strictObject({
      /** Not needed by a member without a password (sign-in through a provider). */
      current: enteredPasswordSchema.optional(),
      password: passwordSchema,
    }),
    output: noOutput,
  }),
  'GET /sessions': route({
    access: 'member',
    summary: { en_US: 'List your sessions, newest first', zh_CN: '自己的会话，最新的在前' },
    input: noInput,
    output: z.array(sessionSchema),
  }),
  'DELETE /sessions': route({
    access: 'member',
    audit: endSessionsAction,
    stale: ['sessions'],
    summary: { en_US: 'End your other sessions', zh_CN: '结束自己的其他会话' },
    input: noInput,
    output: noOutput,
  }),
  'DELETE /sessions/current': route({
    access: 'member',
    audit: { area: 'door', action: 'sign_out', en_US: 'Sign out', zh_CN: '退出登录' },
    stale: [],
    summary: { en_US: 'Sign out', zh_CN: '退出登录' },
    input: noInput,
    output: noOutput,
  }),
  'DELETE /sessions/:id': route({
    access: 'member',
    audit: endSessionsAction,
    stale: ['sessions'],
    summary: { en_US: 'End one of your sessions', zh_CN: '结束自己的一个会话' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'GET /members': route({
    access: 'owner',
    summary: { en_US: 'List all members', zh_CN: '所有成员' },
    input: noInput,
    output: z.array(listedMemberSchema),
  }),
  'POST /members/:id/reset-link': route({
    access: 'owner',
    audit: {
      area: 'members',
      action: 'create_reset_link',
      en_US: 'Create a reset link for a member',
      zh_CN: '为成员生成重置链接',
    },
    stale: [],
    summary: { en_US: 'Create a password reset link for a member', zh_CN: '生成供成员设置新密码的链接' },
    input: z.strictObject({ id: idSchema }),
    output: oneTimeLinkSchema,
  }),
  'GET /invitations': route({
    access: 'owner',
    summary: { en_US: 'List pending invitations', zh_CN: '尚未使用的邀请' },
    input: noInput,
    output: z.array(invitationSchema),
  }),
  'POST /invitations': route({
    access: 'owner',
    audit: { area: 'members', action: 'invite_member', en_US: 'Invite a member', zh_CN: '邀请成员' },
    auditedFields: ['role'],
    stale: ['invitations'],
    summary: {
      en_US: 'Create an invitation link, and email it if an address is given',
      zh_CN: '生成邀请链接；给出邮箱时同时发送邮件',
    },
    errors: ['email_taken', ...mailErrors],
    input: z.strictObject({ role: invitedRoleSchema, email: emailSchema.optional() }),
    output: oneTimeLinkSchema,
  }),
  'DELETE /invitations/:id': route({
    access: 'owner',
    audit: { area: 'members', action: 'withdraw_invitation', en_US: 'Revoke an invitation', zh_CN: '撤回邀请' },
    stale: ['invitations'],
    summary: { en_US: 'Revoke an invitation', zh_CN: '撤回邀请' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
});
