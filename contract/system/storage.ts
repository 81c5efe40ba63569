import { z } from 'zod';

import { idSchema, noInput, route, sessionRoutes } from '#contract/route.ts';

/** Disk usage of a dataset: its current rows, and rows that only earlier versions have. */
const storedDatasetSchema = z.object({
  id: idSchema,
  name: z.string(),
  application: z.object({ id: idSchema, name: z.string() }),
  isTrashed: z.boolean(),
  rows: z.number(),
  bytes: z.number(),
  olderBytes: z.number(),
  versions: z.number(),
});
export type StoredDataset = z.infer<typeof storedDatasetSchema>;

const storageSchema = z.object({
  disk: z.object({ free: z.number(), total: z.number() }),
  /** Bytes by part of the installation. */
  parts: z.object({
    segments: z.number(),
    log: z.number(),
    staging: z.number(),
    exports: z.number(),
    backups: z.number(),
    aside: z.number(),
    database: z.number(),
  }),
  datasets: z.array(storedDatasetSchema),
  /** Fixed limits, for everyone. */
  limits: z.object({
    uploadBytes: z.number(),
    answerRows: z.number(),
    tableRows: z.number(),
    pushRows: z.number(),
    personalKeys: z.number(),
    trashDays: z.number(),
  }),
});
export type Storage = z.infer<typeof storageSchema>;

export const storageRoutes = sessionRoutes({
  'GET /storage': route({
    access: 'owner',
    summary: { en_US: 'Get disk usage and current limits', zh_CN: '磁盘空间占用和当前限制' },
    input: noInput,
    output: storageSchema,
  }),
});
