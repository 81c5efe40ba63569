import { z } from 'zod';

import { emailPattern } from '#contract/rules.ts';
import { languageSchema } from '#contract/language.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import { clockSchema, idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { dashboardStateSchema } from '#contract/dashboards/schemas.ts';
import type { SlotSchedule } from '#domain/time/schedule.ts';
import { nameSchema, textSchema, plainTextsSchema } from '#contract/text.ts';
import { printErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { downloadFileAction } from '#contract/audit/shared-actions.ts';

export const slotScheduleSchema: z.ZodType<SlotSchedule> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['daily', 'weekdays']), at: clockSchema }),
  z.strictObject({ kind: z.literal('weekly'), day: z.int().min(1).max(7), at: clockSchema }),
  z.strictObject({ kind: z.literal('monthly'), day: z.int().min(1).max(31), at: clockSchema }),
]);

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Max recipients of one report. */
const maxRecipients = 50;

/**
 * A recipient of a report, with their state of the dashboard. Members get their own preferences; for other addresses
 * the language is set here.
 */
const recipientSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member'), member: idSchema, state: dashboardStateSchema }),
  z.strictObject({
    kind: z.literal('address'),
    address: textSchema(200).trim().toLowerCase().regex(emailPattern),
    language: languageSchema,
    state: dashboardStateSchema,
  }),
]);
export type Recipient = z.infer<typeof recipientSchema>;

/** Identity of a recipient, whatever their state. */
export const recipientKeyOf = (recipient: Recipient): string =>
  recipient.kind === 'member' ? recipient.member : recipient.address;

const areDistinct = (recipients: Recipient[]) => new Set(recipients.map(recipientKeyOf)).size === recipients.length;

const definition = {
  name: nameSchema,
  format: z.enum(reportFormats),
  schedule: slotScheduleSchema,
  zone: timeZoneSchema,
  isPaused: z.boolean(),
};
const recipients = z.array(recipientSchema).min(1).max(maxRecipients).refine(areDistinct, 'twice');

const newReportSchema = z.strictObject({ id: idSchema, ...definition, recipients });
export type NewReport = z.infer<typeof newReportSchema>;

const listedFields = {
  name: z.string(),
  /** Whether they have unsubscribed. */
  isStopped: z.boolean(),
};
const listedRecipientSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), member: idSchema, state: dashboardStateSchema, ...listedFields }),
  z.object({
    kind: z.literal('address'),
    address: z.string(),
    language: languageSchema,
    state: dashboardStateSchema,
    ...listedFields,
  }),
]);
export type ListedRecipient = z.infer<typeof listedRecipientSchema>;

const reportSchema = z.object({
  ...definition,
  id: idSchema,
  dashboard: idSchema,
  /** Title of the dashboard; null if it was deleted or the reader may not see it. */
  title: plainTextsSchema.nullable(),
  recipients: z.array(listedRecipientSchema),
  nextAt: momentSchema.nullable(),
  /** Outcome of the last run: emails waiting, sent and failed. */
  last: z.object({ at: momentSchema, waiting: z.int(), sent: z.int(), failed: z.int() }).nullable(),
  by: z.string().nullable(),
  createdAt: momentSchema,
});
export type Report = z.infer<typeof reportSchema>;

/** Delivery state of an email. One that waits after a failure is retried. */
export const emailStates = ['waiting', 'sent', 'failed'] as const;

const reportEmailSchema = z.object({
  id: idSchema,
  /** The slot of the schedule that it belongs to. */
  slot: momentSchema,
  isTest: z.boolean(),
  to: z.string(),
  state: z.enum(emailStates),
  /** Whether a link was sent because the file was too large. */
  isLinked: z.boolean(),
  bytes: z.int().nullable(),
  tries: z.int(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  sentAt: momentSchema.nullable(),
  /** Time of the next attempt. */
  dueAt: momentSchema,
});
export type ReportEmail = z.infer<typeof reportEmailSchema>;

const byId = z.strictObject({ id: idSchema });
const tokenSchema = z.string().regex(/^[\w-]{40,190}$/);
const withToken = z.strictObject({ token: tokenSchema });

/** Rules for all reports. */
const rulesSchema = z.strictObject({
  /** Whether reports may go to members only, or also to other addresses. */
  reach: z.enum(['members', 'anyone']),
});

const reportErrors: ErrorCode[] = [
  'mail_missing',
  'report_nobody',
  'report_to_others',
  'report_addresses_closed',
  'report_recipient_unknown',
];

const reportDeliveryErrors: ErrorCode[] = [
  'mail_missing',
  'mail_failed',
  'report_nobody',
  'report_dashboard_gone',
  'report_unseen',
];

const sendReportAction = {
  area: 'alerts',
  action: 'send_report',
  en_US: 'Send a report now',
  zh_CN: '立即发送报告',
} as const;

export const reportRoutes = {
  'GET /reports': route({
    access: 'member',
    summary: {
      en_US: 'List your reports; for owners, all reports',
      zh_CN: '自己的定期报告；所有者可以看到全部',
    },
    input: noInput,
    output: z.array(reportSchema),
  }),
  'GET /reports/rules': route({
    access: 'member',
    summary: { en_US: 'Get who can receive reports', zh_CN: '报告可以发给谁' },
    input: noInput,
    output: rulesSchema,
  }),
  'PUT /reports/rules': route({
    access: 'owner',
    audit: {
      area: 'alerts',
      action: 'change_report_rules',
      en_US: 'Change who can receive reports',
      zh_CN: '更改报告可发送的对象',
    },
    auditedFields: ['reach'],
    stale: ['reports/rules'],
    summary: { en_US: 'Set who can receive reports', zh_CN: '设置报告可以发给谁' },
    input: rulesSchema,
    output: noOutput,
  }),
  'POST /dashboards/:id/reports': route({
    access: 'member',
    audit: { area: 'alerts', action: 'create_report', en_US: 'Create a report', zh_CN: '创建定期报告' },
    auditedFields: ['name'],
    needs: 'view dashboard',
    stale: ['reports'],
    summary: {
      en_US: 'Schedule a report of a dashboard, in your name',
      zh_CN: '以自己的名义定期用邮件发送仪表盘',
    },
    errors: reportErrors,
    input: newReportSchema,
    output: reportSchema,
  }),
  'GET /reports/:id': route({
    access: 'member',
    summary: { en_US: 'Get a report with its emails, newest first', zh_CN: '一个报告及其发送记录，最新的在前' },
    input: byId,
    output: z.object({ report: reportSchema, letters: z.array(reportEmailSchema) }),
  }),
  'PUT /reports/:id': route({
    access: 'member',
    audit: { area: 'alerts', action: 'change_report', en_US: 'Change a report', zh_CN: '修改定期报告' },
    auditedFields: ['name'],
    stale: ['reports', 'report/:id'],
    summary: {
      en_US: 'Update a report; unsubscribed recipients stay on its list',
      zh_CN: '修改报告；已退订的收件人仍保持退订',
    },
    errors: reportErrors,
    input: z.strictObject({ id: idSchema, ...definition, recipients }),
    output: reportSchema,
  }),
  'DELETE /reports/:id': route({
    access: 'member',
    audit: { area: 'alerts', action: 'delete_report', en_US: 'Delete a report', zh_CN: '删除定期报告' },
    stale: ['reports'],
    summary: { en_US: 'Delete a report', zh_CN: '移除报告' },
    input: byId,
    output: noOutput,
  }),
  'POST /reports/:id/test': route({
    access: 'member',
    audit: sendReportAction,
    stale: ['reports', 'report/:id'],
    summary: { en_US: 'Send a report to yourself now', zh_CN: '立即把报告发给自己' },
    errors: [...reportDeliveryErrors, ...reportErrors, ...printErrors],
    input: byId,
    output: noOutput,
  }),
  'POST /reports/:id/retry': route({
    access: 'member',
    audit: sendReportAction,
    stale: ['reports', 'report/:id'],
    summary: { en_US: 'Resend what failed last time', zh_CN: '重新发送上次未能发送的邮件' },
    errors: [...reportDeliveryErrors, ...printErrors],
    input: byId,
    output: noOutput,
  }),
  'GET /letters/subscription': route({
    access: 'anyone',
    summary: { en_US: 'Get the report that a link in an email belongs to', zh_CN: '邮件中的链接对应哪个报告' },
    errors: ['letter_link_dead'],
    input: withToken,
    output: z.object({ name: z.string(), by: z.string().nullable(), to: z.string(), isStopped: z.boolean() }),
  }),
  'PUT /letters/subscription': route({
    access: 'anyone',
    audit: {
      area: 'alerts',
      action: 'change_subscription',
      en_US: 'Unsubscribe from or resubscribe to a report',
      zh_CN: '退订或重新接收报告',
    },
    stale: [],
    summary: { en_US: 'Unsubscribe from a report, or resubscribe', zh_CN: '退订报告，或重新订阅' },
    errors: ['letter_link_dead'],
    input: z.strictObject({ token: tokenSchema, isStopped: z.boolean() }),
    output: noOutput,
  }),
  'GET /letters/:token/file': route({
    isRelayed: true,
    access: 'anyone',
    audit: downloadFileAction,
    summary: {
      en_US: 'Download a report file that was too large for an email',
      zh_CN: '因过大而未附在邮件中的报告文件',
    },
    errors: ['letter_link_dead'],
    input: withToken,
    output: z.void(),
    response: 'file',
  }),
};
