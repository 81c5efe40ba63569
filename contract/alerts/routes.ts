import { z } from 'zod';

import { conditionSchema, firingSchema, watchSchema } from './schemas.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import { columnTypes } from '#domain/query/query.ts';
import { clockSchema, idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';
import { queryErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** When an alert is checked: every n minutes, daily at a time in its zone, or when data arrives. */
const scheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every'), minutes: z.int().min(1).max(1440) }),
  z.strictObject({ kind: z.literal('daily'), at: clockSchema }),
  z.strictObject({ kind: z.literal('arrival') }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/**
 * The card that an alert was created from, to link back to it. Someone who may not write SQL may watch what a published
 * card queries.
 */
const originSchema = z.strictObject({ dashboard: idSchema, card: idSchema }).nullable();

const watchInput = { watch: watchSchema, condition: conditionSchema, zone: timeZoneSchema };
const definition = {
  ...watchInput,
  name: nameSchema,
  schedule: scheduleSchema,
  /** Channels in addition to the bell and email of its creator; for editors. */
  channels: z.array(idSchema).max(20),
};
const newAlertSchema = z.strictObject({ ...definition, origin: originSchema });
export type NewAlert = z.infer<typeof newAlertSchema>;

export const alertStates = ['quiet', 'firing', 'stuck'] as const;

const alertSchema = z.object({
  ...definition,
  id: idSchema,
  origin: originSchema,
  /** `stuck` means that the alert cannot be checked; `failure` says why. */
  state: z.enum(alertStates),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Values that fire now. */
  firing: z.array(firingSchema),
  firedAt: momentSchema.nullable(),
  acknowledged: z.object({ at: momentSchema, by: z.string() }).nullable(),
  snoozedUntil: momentSchema.nullable(),
  /** The last checked value; null with groups. */
  lastValue: z.number().nullable(),
  lastCheckedAt: momentSchema.nullable(),
  by: z.string().nullable(),
  mayEdit: z.boolean(),
  createdAt: momentSchema,
});
export type Alert = z.infer<typeof alertSchema>;

/** Events in the history of an alert. */
export const alertEventKinds = [
  'fired',
  'resolved',
  'stuck',
  'freed',
  'acknowledged',
  'snoozed',
  'woken',
  'closed',
] as const;
export type AlertEventKind = (typeof alertEventKinds)[number];
const alertEventSchema = z.object({
  id: z.int(),
  kind: z.enum(alertEventKinds),
  at: momentSchema,
  /** Who did it, if it was a person. */
  by: z.string().nullable(),
  values: z.array(firingSchema),
  more: z.int(),
  step: z.string().nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  until: momentSchema.nullable(),
});
export type AlertEvent = z.infer<typeof alertEventSchema>;

/**
 * Backtest of an alert: values step by step (of each group, if any), which of them met the condition, and how many
 * notices it would have sent. Without time there is one value.
 */
const backtestSchema = z.object({
  steps: z.array(z.string()),
  courses: z.array(
    z.object({
      label: z.string().nullable(),
      values: z.array(z.number().nullable()),
      /** Indexes into `steps`. */
      met: z.array(z.int()),
    }),
  ),
  /** Number of notices that would have been sent. */
  times: z.int(),
  /** Number of days evaluated. */
  days: z.int(),
  /** Whether the last step is incomplete. */
  isRunning: z.boolean(),
  /** Columns of the SQL result, to choose from. */
  columns: z.array(z.object({ name: z.string(), type: z.enum(columnTypes) })),
});
export type Backtest = z.infer<typeof backtestSchema>;

const byId = z.strictObject({ id: idSchema });

const alertErrors: ErrorCode[] = [
  ...queryErrors,
  'alert_without_arrivals',
  'alert_nobody',
  'alert_column_gone',
  'alert_column_misfit',
  'alert_too_many_rows',
  'alert_sql_closed',
];

export const alertRoutes = {
  'GET /alerts': route({
    access: 'member',
    summary: { en_US: 'List your alerts; for owners, all alerts', zh_CN: '自己的预警；所有者可以看到全部' },
    input: noInput,
    output: z.array(alertSchema),
  }),
  'POST /alerts': route({
    access: 'member',
    audit: { area: 'alerts', action: 'create_alert', en_US: 'Create an alert', zh_CN: '创建预警' },
    stale: ['alerts'],
    summary: { en_US: 'Create an alert; it queries data with your access', zh_CN: '设置预警，以自己的权限查询' },
    errors: ['not_found', 'forbidden', ...alertErrors],
    input: newAlertSchema,
    output: alertSchema,
  }),
  'POST /alerts/rehearsal': route({
    access: 'member',
    isReadOnly: true,
    summary: {
      en_US: 'Preview what an alert would have done in the last 90 days',
      zh_CN: '试算预警在过去 90 天会如何触发',
    },
    errors: ['not_found', 'forbidden', ...alertErrors],
    input: z.strictObject({ ...watchInput, origin: originSchema.default(null) }),
    output: backtestSchema,
  }),
  'GET /alerts/:id': route({
    access: 'member',
    summary: { en_US: 'Get an alert with its history, newest first', zh_CN: '一个预警及其历史，最新的在前' },
    input: byId,
    output: z.object({ alert: alertSchema, events: z.array(alertEventSchema) }),
  }),
  'PUT /alerts/:id': route({
    access: 'member',
    audit: { area: 'alerts', action: 'change_alert', en_US: 'Change an alert', zh_CN: '修改预警' },
    stale: ['alerts', 'alert/:id'],
    summary: { en_US: 'Update an alert; its state starts over as normal', zh_CN: '修改预警，从未触发的状态重新开始' },
    errors: ['forbidden', ...alertErrors],
    input: z.strictObject({ id: idSchema, ...definition }),
    output: alertSchema,
  }),
  'DELETE /alerts/:id': route({
    access: 'member',
    audit: { area: 'alerts', action: 'delete_alert', en_US: 'Delete an alert', zh_CN: '删除预警' },
    stale: ['alerts'],
    summary: { en_US: 'Delete an alert', zh_CN: '移除预警' },
    input: byId,
    output: noOutput,
  }),
  'POST /alerts/:id/acknowledge': route({
    access: 'member',
    audit: { area: 'alerts', action: 'acknowledge_alert', en_US: 'Acknowledge an alert', zh_CN: '确认预警' },
    stale: ['alert/:id'],
    summary: { en_US: 'Acknowledge a firing alert', zh_CN: '表示自己正在处理触发中的预警' },
    errors: ['alert_not_firing'],
    input: byId,
    output: alertSchema,
  }),
  'POST /alerts/:id/resolve': route({
    access: 'member',
    audit: { area: 'alerts', action: 'resolve_alert', en_US: 'Close an alert', zh_CN: '关闭预警' },
    stale: ['alert/:id'],
    summary: {
      en_US: 'Close a firing alert; it fires again only after it has returned to normal',
      zh_CN: '关闭当前的触发；恢复正常之后才会再次触发',
    },
    errors: ['alert_not_firing'],
    input: byId,
    output: alertSchema,
  }),
  'PUT /alerts/:id/snooze': route({
    access: 'member',
    audit: { area: 'alerts', action: 'snooze_alert', en_US: 'Snooze an alert', zh_CN: '暂缓预警' },
    stale: ['alert/:id'],
    summary: {
      en_US: 'Snooze an alert until a given time, or end the snooze',
      zh_CN: '暂缓预警到某一时刻，或恢复提醒',
    },
    errors: ['alert_not_firing'],
    input: z.strictObject({ id: idSchema, until: momentSchema.nullable() }),
    output: alertSchema,
  }),
};
