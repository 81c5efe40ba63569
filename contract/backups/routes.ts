import { z } from 'zod';

import { enteredPasswordSchema } from '#contract/accounts/routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';

/** A backup on the disk of the server, finished or being written. */
export const backupSchema = z.object({
  id: idSchema,
  state: z.enum(['running', 'ready']),
  createdAt: momentSchema,
  bytes: z.number(),
  /** Progress. */
  percent: z.number(),
});
export type Backup = z.infer<typeof backupSchema>;

const byId = z.strictObject({ id: idSchema });

export const backupRoutes = {
  'GET /backups': route({
    access: 'owner',
    summary: 'List the backups on the disk of the server, newest first',
    input: noInput,
    output: z.object({
      backups: z.array(backupSchema),
      /** Error of the last failed backup. */
      failure: z.string().nullable(),
      folder: z.string(),
    }),
  }),
  'POST /backups': route({
    access: 'owner',
    act: 'create_backup',
    summary: 'Begin to write a backup of everything',
    input: noInput,
    output: backupSchema,
  }),
  'DELETE /backups/:id': route({
    access: 'owner',
    act: 'delete_backup',
    summary: 'Remove a backup, or cancel the one that is being written',
    input: byId,
    output: noOutput,
  }),
  'POST /backups/:id/file': route({
    access: 'owner',
    act: 'download_backup',
    summary: 'Download a backup; it holds secrets, so the password is asked for',
    input: z.strictObject({ id: idSchema, password: enteredPasswordSchema.optional() }),
    output: z.void(),
    gives: 'file',
  }),
};
