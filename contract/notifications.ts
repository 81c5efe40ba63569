import { z } from 'zod';

import { conditionSchema, firingSchema } from './alert.ts';
import { languageSchema } from './language.ts';
import { clockSchema, idSchema, momentSchema, noInput, noOutput, route } from './route.ts';
import { grainSchema, timeZoneSchema } from './queries.ts';

/** What went wrong: the code of an error, and what its sentence names. */
const failureSchema = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });
export type Failure = z.infer<typeof failureSchema>;

const textsSchema = z.object({ en_US: z.string(), zh_CN: z.string() });
const ofImport = { import: idSchema, application: idSchema, file: z.string() };
const ofAlert = { alert: idSchema, name: z.string() };

/** Why a person is told something. Sentences are made of it where it is read, in the reader's language. */
export const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('import_failed'), ...ofImport, failure: failureSchema }),
  z.object({ kind: z.literal('import_rejects'), ...ofImport, dataset: idSchema, rows: z.int(), rejected: z.int() }),
  z.object({
    kind: z.literal('access_given'),
    thing: z.enum(['dashboard', 'application']),
    id: idSchema,
    title: textsSchema,
    right: z.enum(['view', 'edit']),
    by: z.string(),
  }),
  z.object({
    kind: z.literal('alert_fired'),
    ...ofAlert,
    condition: conditionSchema,
    values: z.array(firingSchema),
    /** How many values more than those that are listed. */
    more: z.int(),
    /** The step of time that was looked at, how long such steps are, and by whose clock. */
    step: z.string().nullable(),
    grain: grainSchema.nullish(),
    zone: z.string().nullish(),
  }),
  z.object({ kind: z.literal('alert_resolved'), ...ofAlert }),
  z.object({ kind: z.literal('alert_stuck'), ...ofAlert, failure: failureSchema }),
  z.object({
    kind: z.literal('report_failed'),
    report: idSchema,
    name: z.string(),
    to: z.string(),
    failure: failureSchema,
  }),
  z.object({ kind: z.literal('channel_stopped'), channel: idSchema, name: z.string(), failure: failureSchema }),
]);
export type Notice = z.infer<typeof noticeSchema>;

/** What notices are about; each can be wanted or not. */
export const topics = ['alerts', 'imports', 'access', 'channels'] as const;
export type Topic = (typeof topics)[number];

const causeSchema = z.string().regex(/^[a-z]+:[\w-]{1,64}$/);

/** All notices of one cause: the newest, how many there are, and how many are unread. */
export const groupSchema = z.object({
  cause: causeSchema,
  count: z.int(),
  unread: z.int(),
  id: z.int(),
  at: momentSchema,
  notice: noticeSchema,
});
export type NoticeGroup = z.infer<typeof groupSchema>;

const wantedSchema = z.strictObject({
  alerts: z.boolean(),
  imports: z.boolean(),
  access: z.boolean(),
  channels: z.boolean(),
});

/** What a person wants to hear of, and where. In quiet hours the bell collects, and mail waits until they are over. */
export const notificationSettingsSchema = z.strictObject({
  bell: wantedSchema,
  mail: wantedSchema,
  quiet: z.strictObject({ from: clockSchema, to: clockSchema }).nullable(),
  /** By whose clock quiet hours are, and in which language letters are written. */
  zone: timeZoneSchema,
  language: languageSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const notificationRoutes = {
  'GET /notifications': route({
    access: 'member',
    summary: 'Your notifications by what they come from, newest first',
    input: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
    output: z.object({
      groups: z.array(groupSchema),
      /** What to ask for next with `before`; null at the end. */
      next: z.int().nullable(),
    }),
  }),
  'GET /notifications/unread': route({
    access: 'member',
    summary: 'How many of your notifications are unread',
    input: noInput,
    output: z.object({ unread: z.int() }),
  }),
  'POST /notifications/read': route({
    access: 'member',
    act: null,
    summary: 'Mark your notifications as read: those of one cause, or all',
    input: z.strictObject({ cause: causeSchema.nullable() }),
    output: noOutput,
  }),
  'GET /notifications/settings': route({
    access: 'member',
    summary: 'What you want to be told, and where',
    input: noInput,
    output: notificationSettingsSchema,
  }),
  'PUT /notifications/settings': route({
    access: 'member',
    act: null,
    summary: 'Choose what you want to be told, and where',
    input: notificationSettingsSchema,
    output: noOutput,
  }),
};
