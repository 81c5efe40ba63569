import { z } from 'zod';

import { emailPattern } from './rules.ts';
import { languageSchema } from './language.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from './route.ts';
import { nameSchema, textSchema } from './text.ts';

export const channelKinds = ['mail', 'webhook', 'dingtalk', 'wecom', 'feishu', 'slack'] as const;
export type ChannelKind = (typeof channelKinds)[number];

const urlSchema = textSchema(2000).regex(/^https?:\/\/\S+$/i);
const secretSchema = textSchema(200);

/** Where a channel leads. It is kept encrypted and never given back: an address of this kind is a secret itself. */
export const targetSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('mail'),
    to: z.array(textSchema(200).trim().toLowerCase().regex(emailPattern)).min(1).max(20),
  }),
  // Without a secret one is made, and shown once.
  z.strictObject({ kind: z.literal('webhook'), url: urlSchema, secret: secretSchema }),
  z.strictObject({ kind: z.enum(['dingtalk', 'feishu']), url: urlSchema, secret: secretSchema }),
  z.strictObject({ kind: z.enum(['wecom', 'slack']), url: urlSchema }),
]);
export type Target = z.infer<typeof targetSchema>;

export const channelSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(channelKinds),
  /** Enough of the target to tell it from others: the host, or the first address. */
  hint: z.string(),
  language: languageSchema,
  /** Whether the reader may change or remove it: whoever made it and the owner. Other editors may use it. */
  canChange: z.boolean(),
  /** Whether what was sent last was given up. */
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
    input: z.strictObject({ name: nameSchema, language: languageSchema, target: targetSchema }),
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
      target: targetSchema.optional(),
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
