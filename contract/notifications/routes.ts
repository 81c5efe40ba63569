import { z } from 'zod';

import { conditionSchema, firingSchema } from '#contract/alerts/schemas.ts';
import { definitionChangeSchema } from '#contract/datasets/verification.ts';
import { folderKinds } from '#contract/folders/routes.ts';
import { languageSchema } from '#contract/language.ts';
import { clockSchema, idSchema, momentSchema, noInput, noOutput, route, sessionRoutes } from '#contract/route.ts';
import { grainSchema, timeZoneSchema } from '#contract/queries/schemas.ts';
import { plainTextsSchema } from '#contract/text.ts';

/** An error code with the parameters of its message. */
const failureSchema = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });
export type Failure = z.infer<typeof failureSchema>;

const importFields = { import: idSchema, application: idSchema, file: z.string() };
/** A dataset with its name, and the newest row if it has a time column. */
const freshnessNoticeFields = {
  dataset: idSchema,
  application: idSchema,
  title: plainTextsSchema,
  newest: z.string().nullable(),
};
const alertFields = { alert: idSchema, name: z.string() };

/** Content of a notification. Its text is rendered where it is read, in the reader's language. */
const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('import_failed'), ...importFields, failure: failureSchema }),
  z.object({ kind: z.literal('import_rejects'), ...importFields, dataset: idSchema, rows: z.int(), rejected: z.int() }),
  z.object({
    kind: z.literal('extract_failed'),
    extract: idSchema,
    application: idSchema,
    name: z.string(),
    failure: failureSchema,
  }),
  z.object({
    kind: z.literal('dataset_late'),
    ...freshnessNoticeFields,
    expectedBy: momentSchema,
    loadedAt: momentSchema.nullable(),
  }),
  z.object({ kind: z.literal('dataset_fresh'), ...freshnessNoticeFields }),
  z.object({
    kind: z.literal('access_given'),
    thing: z.enum(['dashboard', 'application']),
    id: idSchema,
    title: plainTextsSchema,
    right: z.enum(['view', 'edit']),
    by: z.string(),
  }),
  z.object({
    kind: z.literal('folder_access_given'),
    folder: idSchema,
    /** Kind of the contents of the folder. */
    of: z.enum(folderKinds),
    name: z.string(),
    right: z.enum(['view', 'edit']),
    by: z.string(),
  }),
  z.object({
    kind: z.literal('alert_fired'),
    ...alertFields,
    condition: conditionSchema,
    values: z.array(firingSchema),
    /** Number of values beyond those listed. */
    more: z.int(),
    /** The time step that was evaluated, its grain and its zone. */
    step: z.string().nullable(),
    grain: grainSchema.nullish(),
    zone: z.string().nullish(),
  }),
  z.object({ kind: z.literal('alert_resolved'), ...alertFields }),
  z.object({ kind: z.literal('alert_stuck'), ...alertFields, failure: failureSchema }),
  z.object({
    kind: z.literal('report_failed'),
    report: idSchema,
    name: z.string(),
    to: z.string(),
    failure: failureSchema,
  }),
  z.object({
    kind: z.literal('verification_removed'),
    application: idSchema,
    dataset: idSchema,
    /** Null if the dataset itself was marked. */
    metric: idSchema.nullable(),
    title: plainTextsSchema,
    changes: z.array(definitionChangeSchema),
  }),
  z.object({ kind: z.literal('channel_stopped'), channel: idSchema, name: z.string(), failure: failureSchema }),
]);
export type Notice = z.infer<typeof noticeSchema>;

/** Topics of notices; each can be turned on or off. */
const topics = ['alerts', 'imports', 'datasets', 'access', 'channels'] as const;
export type Topic = (typeof topics)[number];

const causeSchema = z.string().regex(/^[a-z]+:[\w-]{1,64}$/);

/** All notices of one cause: the newest, the count and the unread count. */
const noticeGroupSchema = z.object({
  cause: causeSchema,
  count: z.int(),
  unread: z.int(),
  id: z.int(),
  at: momentSchema,
  notice: noticeSchema,
});
export type NoticeGroup = z.infer<typeof noticeGroupSchema>;

const enabledTopicsSchema = z.strictObject({
  alerts: z.boolean(),
  imports: z.boolean(),
  datasets: z.boolean(),
  access: z.boolean(),
  channels: z.boolean(),
});

/**
 * Which notices a person receives, and where. During quiet hours the bell still collects, and email waits until they
 * end.
 */
const notificationSettingsSchema = z.strictObject({
  bell: enabledTopicsSchema,
  mail: enabledTopicsSchema,
  quiet: z.strictObject({ from: clockSchema, to: clockSchema }).nullable(),
  /** Zone of the quiet hours, and language of emails. */
  zone: timeZoneSchema,
  language: languageSchema,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const notificationRoutes = sessionRoutes({
  'GET /notifications': route({
    access: 'member',
    summary: {
      en_US: 'List your notifications grouped by source, newest first',
      zh_CN: '自己的通知，按来源归并，最新的在前',
    },
    input: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
    output: z.object({
      groups: z.array(noticeGroupSchema),
      /** Cursor to pass as `before`; null at the end. */
      next: z.int().nullable(),
    }),
  }),
  'GET /notifications/unread': route({
    access: 'member',
    summary: { en_US: 'Get your number of unread notifications', zh_CN: '未读通知的数量' },
    input: noInput,
    output: z.object({ unread: z.int() }),
  }),
  'POST /notifications/read': route({
    access: 'member',
    audit: null,
    stale: ['notifications'],
    summary: {
      en_US: 'Mark notifications as read: those from one source, or all',
      zh_CN: '将同一来源或全部通知标为已读',
    },
    input: z.strictObject({ cause: causeSchema.nullable() }),
    output: noOutput,
  }),
  'GET /notifications/settings': route({
    access: 'member',
    summary: { en_US: 'Get your notification settings', zh_CN: '接收哪些通知、在哪里接收' },
    input: noInput,
    output: notificationSettingsSchema,
  }),
  'PUT /notifications/settings': route({
    access: 'member',
    audit: null,
    stale: [],
    summary: { en_US: 'Update your notification settings', zh_CN: '设置接收哪些通知、在哪里接收' },
    input: notificationSettingsSchema,
    output: noOutput,
  }),
});
