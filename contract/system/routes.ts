import { z } from 'zod';

import { momentSchema, noInput, route } from '#contract/route.ts';

/** Status of the installation, reported by this server. */
const systemSchema = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: momentSchema,
  /** Memory of the web server in bytes. */
  memory: z.number(),
  database: z.object({ kind: z.enum(['embedded', 'own']), version: z.string(), bytes: z.number() }),
  engine: z.object({ name: z.string(), version: z.string(), bytes: z.number() }),
  disk: z.object({ free: z.number(), total: z.number() }),
  /** Number of queued queries. */
  waiting: z.number(),
});
export type System = z.infer<typeof systemSchema>;

export const systemRoutes = {
  'GET /system': route({
    access: 'owner',
    summary: {
      en_US: 'Get system status: versions, uptime, database, engine, disk and queue',
      zh_CN: '系统状态：版本、运行时间、数据库、查询引擎、磁盘和队列',
    },
    input: noInput,
    output: systemSchema,
  }),
};
