import { z } from 'zod';

import { conditionSchema, firingSchema, watchSchema } from './alert.ts';
import { timeZoneSchema } from './queries.ts';
import { columnTypes } from './query.ts';
import { clockSchema, idSchema, momentSchema, noInput, noOutput, route } from './route.ts';
import { nameSchema } from './text.ts';

/** When an alert is checked: every so many minutes, once a day by the clock of its zone, or when data arrives. */
export const scheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every'), minutes: z.int().min(1).max(1440) }),
  z.strictObject({ kind: z.literal('daily'), at: clockSchema }),
  z.strictObject({ kind: z.literal('arrival') }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/** Where an alert was made, to lead back there. Who may not ask in SQL may have watched what a published card asks. */
export const originSchema = z.strictObject({ dashboard: idSchema, card: idSchema }).nullable();

const asked = { watch: watchSchema, condition: conditionSchema, zone: timeZoneSchema };
const definition = {
  ...asked,
  name: nameSchema,
  schedule: scheduleSchema,
  /** Channels beside the bell and the mail of who made it; for editors. */
  channels: z.array(idSchema).max(20),
};
const newAlertSchema = z.strictObject({ ...definition, origin: originSchema });
export type NewAlert = z.infer<typeof newAlertSchema>;

export const alertStates = ['quiet', 'firing', 'stuck'] as const;
export type AlertState = (typeof alertStates)[number];

const alertSchema = z.object({
  ...definition,
  id: idSchema,
  origin: originSchema,
  /** `stuck` is an alert that cannot be checked; `failure` says why. */
  state: z.enum(alertStates),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What is firing now. */
  firing: z.array(firingSchema),
  firedAt: momentSchema.nullable(),
  acknowledged: z.object({ at: momentSchema, by: z.string() }).nullable(),
  snoozedUntil: momentSchema.nullable(),
  /** The number that was looked at last; null where each value has its own. */
  lastValue: z.number().nullable(),
  lastCheckedAt: momentSchema.nullable(),
  by: z.string().nullable(),
  mayEdit: z.boolean(),
  createdAt: momentSchema,
});
export type Alert = z.infer<typeof alertSchema>;

/** What happened to an alert. */
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
 * What an alert would have done: the numbers step by step (of each value, if it looks at them one by one), which of
 * them met the condition, and how often one would have been told. Without time there is but one number.
 */
export const rehearsalSchema = z.object({
  steps: z.array(z.string()),
  courses: z.array(
    z.object({
      label: z.string().nullable(),
      values: z.array(z.number().nullable()),
      /** Places in `steps`. */
      met: z.array(z.int()),
    }),
  ),
  /** How often one would have been told. */
  times: z.int(),
  /** How many days were looked at. */
  days: z.int(),
  /** Whether the last step is not over. */
  isRunning: z.boolean(),
  /** What SQL gives, to choose from. */
  columns: z.array(z.object({ name: z.string(), type: z.enum(columnTypes) })),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;

const byId = z.strictObject({ id: idSchema });

export const alertRoutes = {
  'GET /alerts': route({
    access: 'member',
    summary: 'Your alerts; for the owner all alerts',
    input: noInput,
    output: z.array(alertSchema),
  }),
  'POST /alerts': route({
    access: 'member',
    act: 'create_alert',
    summary: 'Make an alert. It asks with your rights',
    input: newAlertSchema,
    output: alertSchema,
  }),
  'POST /alerts/rehearsal': route({
    access: 'member',
    reads: true,
    summary: 'What an alert would have done in the last 90 days',
    input: z.strictObject({ ...asked, origin: originSchema.default(null) }),
    output: rehearsalSchema,
  }),
  'GET /alerts/:id': route({
    access: 'member',
    summary: 'One alert with its history, newest first',
    input: byId,
    output: z.object({ alert: alertSchema, events: z.array(alertEventSchema) }),
  }),
  'PUT /alerts/:id': route({
    access: 'member',
    act: 'change_alert',
    summary: 'Change an alert; it begins quiet',
    input: z.strictObject({ id: idSchema, ...definition }),
    output: alertSchema,
  }),
  'DELETE /alerts/:id': route({
    access: 'member',
    act: 'delete_alert',
    summary: 'Remove an alert',
    input: byId,
    output: noOutput,
  }),
  'POST /alerts/:id/acknowledge': route({
    access: 'member',
    act: 'acknowledge_alert',
    summary: 'Say that you look after an alert that fires',
    input: byId,
    output: alertSchema,
  }),
  'POST /alerts/:id/resolve': route({
    access: 'member',
    act: 'resolve_alert',
    summary: 'Close what fires now; it fires again only after it has been normal in between',
    input: byId,
    output: alertSchema,
  }),
  'PUT /alerts/:id/snooze': route({
    access: 'member',
    act: 'snooze_alert',
    summary: 'Hear nothing of an alert until a moment, or hear of it again',
    input: z.strictObject({ id: idSchema, until: momentSchema.nullable() }),
    output: alertSchema,
  }),
};
