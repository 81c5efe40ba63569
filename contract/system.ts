import { z } from 'zod';

import { momentSchema, noInput, route } from './route.ts';

/** How the installation does, as this server sees it. */
export const systemSchema = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: momentSchema,
  /** Bytes of memory that the web server holds. */
  memory: z.number(),
  database: z.object({ kind: z.enum(['embedded', 'own']), version: z.string(), bytes: z.number() }),
  engine: z.object({ name: z.string(), version: z.string(), bytes: z.number() }),
  disk: z.object({ free: z.number(), total: z.number() }),
  /** Questions that wait for their turn. */
  waiting: z.number(),
});
export type System = z.infer<typeof systemSchema>;

export const systemRoutes = {
  'GET /system': route({
    access: 'owner',
    summary: 'How the installation does: versions, uptime, database, engine, disk and queue',
    input: noInput,
    output: systemSchema,
  }),
};
