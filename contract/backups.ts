import { z } from 'zod';

import { givenPasswordSchema } from './accounts.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from './route.ts';

/** A backup on the disk of the server, or one that is being written. */
export const backupSchema = z.object({
  id: idSchema,
  state: z.enum(['running', 'ready']),
  createdAt: momentSchema,
  bytes: z.number(),
  /** How much of it is written. */
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
      /** Why the last one could not be written. */
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
    input: z.strictObject({ id: idSchema, password: givenPasswordSchema.optional() }),
    output: z.void(),
    gives: 'file',
  }),
};
