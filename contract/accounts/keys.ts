import { z } from 'zod';

import {
  idSchema,
  methodOf,
  momentSchema,
  noInput,
  noOutput,
  route,
  type Route,
  type RouteKey,
  sessionRoutes,
} from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';
import { passwordErrors } from '#contract/error-groups.ts';

/** Prefix of every personal key, so that leaked keys can be recognized. */
export const keyPrefix = 'sjp_';

/** Whether a route can be called with a personal key. */
export const takesKey = ({ needsSession }: Route): boolean => needsSession !== true;

/** Whether a read-only key is enough for a route. */
export const isReadRoute = (key: RouteKey, { isReadOnly }: Route): boolean =>
  methodOf(key) === 'GET' || isReadOnly === true;

export const keyScopes = ['read', 'edit'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Lifetimes of keys in days. */
export const keyDays = [7, 30, 90, 365] as const;

const personalKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  scope: z.enum(keyScopes),
  /** The last characters of its secret. */
  hint: z.string(),
  createdAt: momentSchema,
  expiresAt: momentSchema.nullable(),
  lastUsedAt: momentSchema.nullable(),
});
export type PersonalKey = z.infer<typeof personalKeySchema>;

export const keyRoutes = sessionRoutes({
  'GET /me/keys': route({
    access: 'member',
    summary: { en_US: 'List your personal keys, newest first', zh_CN: '自己的个人密钥，最新的在前' },
    input: noInput,
    output: z.array(personalKeySchema),
  }),
  'POST /me/keys': route({
    access: 'member',
    audit: { area: 'account', action: 'create_personal_key', en_US: 'Create a personal key', zh_CN: '创建个人密钥' },
    auditedFields: ['scope', 'days'],
    stale: ['keys'],
    summary: {
      en_US: 'Create a personal key; its secret is shown only once',
      zh_CN: '新建个人密钥；内容仅在此时返回一次',
    },
    errors: [...passwordErrors, 'keys_full'],
    input: z.strictObject({
      name: nameSchema,
      scope: z.enum(keyScopes),
      /** Null for a key that does not expire. */
      days: z.literal(keyDays).nullable(),
    }),
    output: z.object({ key: personalKeySchema, secret: z.string() }),
  }),
  'DELETE /me/keys/:id': route({
    access: 'member',
    audit: { area: 'account', action: 'revoke_personal_key', en_US: 'Revoke a personal key', zh_CN: '吊销个人密钥' },
    stale: ['keys'],
    summary: { en_US: 'Revoke a personal key immediately', zh_CN: '吊销个人密钥，立即生效' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
});
