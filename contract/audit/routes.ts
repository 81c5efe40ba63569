import { z } from 'zod';

import { auditActions, auditAreas, type AuditArea } from './actions.ts';
import { auditRetentionDays, auditOutcomes } from './outcomes.ts';
import { idSchema, momentSchema, noInput, route } from '#contract/route.ts';

/** Retention of the audit log in days; null for ever. */
export const auditSettingsSchema = z.strictObject({ days: z.literal(auditRetentionDays).nullable() });
export type AuditSettings = z.infer<typeof auditSettingsSchema>;

export const auditEntrySchema = z.object({
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

const filter = {
  member: idSchema.optional(),
  /** One action, or all of an area. */
  act: z.enum([...auditActions, ...(auditAreas as [AuditArea])]).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  from: momentSchema.optional(),
  until: momentSchema.optional(),
};

export const auditRoutes = {
  'GET /audit': route({
    access: 'owner',
    summary: { en_US: 'Read the audit log, newest first', zh_CN: '读取审计日志，最新的在前' },
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
  'GET /audit/file': route({
    access: 'owner',
    act: 'export_audit',
    summary: { en_US: 'Download the audit log as CSV', zh_CN: '以 CSV 下载审计日志' },
    input: z.strictObject(filter),
    output: z.void(),
    gives: 'file',
  }),
  'GET /audit/settings': route({
    access: 'owner',
    summary: { en_US: 'For how long the audit log is kept', zh_CN: '审计日志的保留时间' },
    input: noInput,
    output: auditSettingsSchema,
  }),
  'PUT /audit/settings': route({
    access: 'owner',
    act: 'change_audit',
    tells: ['days'],
    summary: { en_US: 'Change for how long the audit log is kept', zh_CN: '修改审计日志的保留时间' },
    input: auditSettingsSchema,
    output: auditSettingsSchema,
  }),
};
