import { z } from 'zod';

import { emailPattern } from '#contract/rules.ts';
import { languageSchema } from '#domain/language.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';

export const channelKinds = ['mail', 'webhook', 'dingtalk', 'wecom', 'feishu', 'slack'] as const;
export type ChannelKind = (typeof channelKinds)[number];

const urlSchema = textSchema(2000).regex(/^https?:\/\/\S+$/i);
const secretSchema = textSchema(200);

/** Destination of a channel. Stored encrypted and never returned: such an address is a secret itself. */
export const channelTargetSchema = z.discriminatedUnion('kind', [
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

export const channelSchema = z.object({
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
    summary: 'The channels through which alerts can be sent',
    input: noInput,
    output: z.array(channelSchema),
  }),
  'POST /channels': route({
    access: 'editor',
    act: 'create_channel',
    tells: ['kind'],
    summary: 'Add a channel. The secret with which a webhook is signed is answered once, if it was made here',
    input: z.strictObject({ name: nameSchema, language: languageSchema, target: channelTargetSchema }),
    output: z.object({ channel: channelSchema, secret: z.string().nullable() }),
  }),
  'PATCH /channels/:id': route({
    access: 'editor',
    act: 'change_channel',
    summary: 'Change the name, the language or the target of a channel',
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
    act: 'delete_channel',
    summary: 'Remove a channel; what waits to be sent through it is not sent',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /channels/:id/test': route({
    access: 'editor',
    act: 'test_channel',
    summary: 'Send a test through a channel, at once',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
