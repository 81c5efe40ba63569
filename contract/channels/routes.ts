import { z } from 'zod';

import { emailPattern } from '#contract/rules.ts';
import { languageSchema } from '#contract/language.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';
import { egressErrors, mailErrors } from '#contract/error-groups.ts';

export const channelKinds = ['mail', 'webhook', 'dingtalk', 'wecom', 'feishu', 'slack'] as const;
export type ChannelKind = (typeof channelKinds)[number];

const urlSchema = textSchema(2000).regex(/^https?:\/\/\S+$/i);
const secretSchema = textSchema(200);

/** Destination of a channel. Stored encrypted and never returned: such an address is a secret itself. */
const channelTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('mail'),
    to: z.array(textSchema(200).trim().toLowerCase().regex(emailPattern)).min(1).max(20),
  }),
  // With an empty secret one is generated and shown once.
  z.strictObject({ kind: z.literal('webhook'), url: urlSchema, secret: secretSchema }),
  z.strictObject({ kind: z.enum(['dingtalk', 'feishu']), url: urlSchema, secret: secretSchema }),
  z.strictObject({ kind: z.enum(['wecom', 'slack']), url: urlSchema }),
]);
export type ChannelTarget = z.infer<typeof channelTargetSchema>;

const channelSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(channelKinds),
  /** Enough of the target to recognize it: the host, or the first address. */
  hint: z.string(),
  language: languageSchema,
  /** Whether the reader may change or delete it: its creator and the owner. Other editors may use it. */
  canChange: z.boolean(),
  /** Whether the last delivery was given up. */
  isStopped: z.boolean(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  lastSentAt: momentSchema.nullable(),
  createdAt: momentSchema,
});
export type Channel = z.infer<typeof channelSchema>;

export const channelRoutes = {
  'GET /channels': route({
    access: 'editor',
    summary: { en_US: 'List channels that alerts can be sent to', zh_CN: '可用于发送预警的通知渠道' },
    input: noInput,
    output: z.array(channelSchema),
  }),
  'POST /channels': route({
    access: 'editor',
    audit: { area: 'alerts', action: 'create_channel', en_US: 'Create a channel', zh_CN: '创建渠道' },
    auditedFields: ['target.kind'],
    stale: ['channels'],
    summary: {
      en_US: 'Add a channel; a generated webhook secret is returned only once',
      zh_CN: '添加通知渠道；由本系统生成的 Webhook 签名密钥仅返回一次',
    },
    errors: [...egressErrors, ...mailErrors],
    input: z.strictObject({ name: nameSchema, language: languageSchema, target: channelTargetSchema }),
    output: z.object({ channel: channelSchema, secret: z.string().nullable() }),
  }),
  'PATCH /channels/:id': route({
    access: 'editor',
    audit: { area: 'alerts', action: 'change_channel', en_US: 'Change a channel', zh_CN: '修改渠道' },
    stale: ['channels'],
    summary: {
      en_US: "Update a channel's name, language or destination",
      zh_CN: '修改通知渠道的名称、语言或目标',
    },
    errors: [...egressErrors, ...mailErrors, 'channel_of_another'],
    input: z.strictObject({
      id: idSchema,
      name: nameSchema.optional(),
      language: languageSchema.optional(),
      target: channelTargetSchema.optional(),
    }),
    output: z.object({ channel: channelSchema, secret: z.string().nullable() }),
  }),
  'DELETE /channels/:id': route({
    access: 'editor',
    audit: { area: 'alerts', action: 'delete_channel', en_US: 'Delete a channel', zh_CN: '删除渠道' },
    stale: ['channels'],
    summary: {
      en_US: "Delete a channel; pending messages aren't sent",
      zh_CN: '移除通知渠道；尚未发送的内容不再发送',
    },
    errors: ['channel_of_another'],
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /channels/:id/test': route({
    access: 'editor',
    audit: { area: 'alerts', action: 'test_channel', en_US: 'Test a channel', zh_CN: '测试渠道' },
    stale: ['channels'],
    summary: { en_US: 'Send a test message through a channel', zh_CN: '立即通过渠道发送一条测试消息' },
    errors: [...egressErrors, ...mailErrors, 'channel_refused'],
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
