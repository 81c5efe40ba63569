import { z } from 'zod';

import { auditActions, changeAuditAction, exportAuditAction } from './actions.ts';
import { auditAreas } from './areas.ts';
import { auditRetentionDays, auditOutcomes } from './outcomes.ts';
import { idSchema, momentSchema, noInput, route, sessionRoutes } from '#contract/route.ts';
import { plainTextsSchema } from '#contract/text.ts';

/** Retention of the audit log in days; null for ever. */
export const auditSettingsSchema = z.strictObject({ days: z.literal(auditRetentionDays).nullable() });
export type AuditSettings = z.infer<typeof auditSettingsSchema>;

const auditEntrySchema = z.object({
  id: z.string(),
  at: momentSchema,
  act: z.enum(auditActions),
  outcome: z.enum(auditOutcomes),
  /** Error code and message of a refused action. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who did it, by their name at that time; null if unknown. */
  member: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Name of the object at that time. */
  thing: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
  userAgent: z.string(),
  /** Whether a program did it with a personal key. */
  byKey: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const auditAreaSchema = z.object({
  area: z.enum(auditAreas),
  name: plainTextsSchema,
  actions: z.array(z.object({ action: z.enum(auditActions), name: plainTextsSchema })),
});
export type AuditAreaActions = z.infer<typeof auditAreaSchema>;

const filter = {
  member: idSchema.optional(),
  /** One action, or all of an area. */
  act: z.enum([...auditActions, ...auditAreas]).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  from: momentSchema.optional(),
  until: momentSchema.optional(),
};

export const auditRoutes = sessionRoutes({
  'GET /audit': route({
    access: 'owner',
    summary: { en_US: 'List audit log entries, newest first', zh_CN: '读取审计日志，最新的在前' },
    input: z.strictObject({
      ...filter,
      /** Only entries older than this one. */
      before: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    output: z.object({ entries: z.array(auditEntrySchema), hasMore: z.boolean() }),
  }),
  'GET /audit/actions': route({
    access: 'owner',
    summary: {
      en_US: 'List the actions that the audit log records, by area',
      zh_CN: '列出审计日志记录的操作，按类别分组',
    },
    input: noInput,
    output: z.array(auditAreaSchema),
  }),
  'GET /audit/file': route({
    access: 'owner',
    audit: exportAuditAction,
    summary: { en_US: 'Download the audit log as CSV', zh_CN: '以 CSV 下载审计日志' },
    input: z.strictObject(filter),
    output: z.void(),
    response: 'file',
  }),
  'GET /audit/settings': route({
    access: 'owner',
    summary: { en_US: 'Get how long the audit log is kept', zh_CN: '审计日志的保留时间' },
    input: noInput,
    output: auditSettingsSchema,
  }),
  'PUT /audit/settings': route({
    access: 'owner',
    audit: changeAuditAction,
    auditedFields: ['days'],
    stale: [],
    summary: { en_US: 'Set how long the audit log is kept', zh_CN: '修改审计日志的保留时间' },
    input: auditSettingsSchema,
    output: auditSettingsSchema,
  }),
});
