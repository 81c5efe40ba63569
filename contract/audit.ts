import { z } from 'zod';

import { acts, areas, type Area } from './acts.ts';
import { auditDays, outcomes } from './outcomes.ts';
import { idSchema, momentSchema, noInput, route } from './route.ts';

/** For how many days the log is kept; null for ever. */
export const auditSettingsSchema = z.strictObject({ days: z.literal(auditDays).nullable() });
export type AuditSettings = z.infer<typeof auditSettingsSchema>;

export const auditEntrySchema = z.object({
  id: z.string(),
  at: momentSchema,
  act: z.enum(acts),
  outcome: z.enum(outcomes),
  /** Why it was refused: the code of the error, and what it says. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who did it, as they were called then; nobody if that is not known. */
  member: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** What it was done to, as it was called then. */
  thing: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
  userAgent: z.string(),
  /** Whether a program did it, with a personal key. */
  byKey: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const filter = {
  member: idSchema.optional(),
  /** One act, or all of an area. */
  act: z.enum([...acts, ...(areas as [Area])]).optional(),
  outcome: z.enum(outcomes).optional(),
  from: momentSchema.optional(),
  until: momentSchema.optional(),
};

export const auditRoutes = {
  'GET /audit': route({
    access: 'owner',
    summary: 'Read the audit log, newest first',
    input: z.strictObject({
      ...filter,
      /** Only what came before this entry. */
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
    summary: 'Download the audit log as CSV',
    input: z.strictObject(filter),
    output: z.void(),
    gives: 'file',
  }),
  'GET /audit/settings': route({
    access: 'owner',
    summary: 'For how long the audit log is kept',
    input: noInput,
    output: auditSettingsSchema,
  }),
  'PUT /audit/settings': route({
    access: 'owner',
    act: 'change_audit',
    tells: ['days'],
    summary: 'Change for how long the audit log is kept',
    input: auditSettingsSchema,
    output: auditSettingsSchema,
  }),
};
