import { z } from 'zod';

import { zoneSchema } from '#contract/datasets/routes.ts';
import { egressErrors, executionErrors, fileErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { importColumnSchema, uploadSchema } from '#contract/imports/routes.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import { slotScheduleSchema } from '#contract/reports/routes.ts';
import { idSchema, momentSchema, noOutput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';

const urlSchema = textSchema(2000)
  .trim()
  .regex(/^https?:\/\/\S+$/i);

const datasetSourceSchema = z.strictObject({
  kind: z.literal('dataset'),
  /** A table of a connected database. */
  dataset: idSchema,
  /**
   * A column whose values only grow: each run appends the rows beyond the last value. Without one, each run replaces all
   * rows.
   */
  growingColumn: idSchema.nullable(),
});
const webSource = { kind: z.literal('web'), mode: z.enum(['append', 'replace']) };

/** Where the rows come from: a connected table, or a CSV, JSON or Parquet file on the web. */
const extractSourceSchema = z.discriminatedUnion('kind', [
  datasetSourceSchema,
  z.strictObject({ ...webSource, url: urlSchema }),
]);
export type ExtractSource = z.infer<typeof extractSourceSchema>;

/** When an extract runs, by the clock of its zone. */
const extractScheduleSchema = z.union([
  z.strictObject({ kind: z.literal('every'), minutes: z.int().min(5).max(1440) }),
  slotScheduleSchema,
]);
export type ExtractSchedule = z.infer<typeof extractScheduleSchema>;

/** How a column is loaded; `key` is the id of the column in the source dataset, or its name in the file. */
const extractColumnSchema = importColumnSchema.omit({ source: true }).extend({ key: textSchema(500) });
export type ExtractColumn = z.infer<typeof extractColumnSchema>;

const timing = {
  /** Null runs once. */
  schedule: extractScheduleSchema.nullable(),
  zone: timeZoneSchema,
};

const newExtractSchema = z.strictObject({
  id: idSchema,
  /** An existing dataset, or the name of a new one. */
  dataset: z.union([z.strictObject({ id: idSchema }), z.strictObject({ name: nameSchema })]),
  source: extractSourceSchema,
  /** Columns to load; null loads all of them, also those that are added later. */
  columns: z.array(extractColumnSchema).min(1).max(2000).nullable().default(null),
  ...timing,
});
export type NewExtract = z.output<typeof newExtractSchema>;

const extractSchema = z.object({
  ...timing,
  id: idSchema,
  applicationId: idSchema,
  /** Null until the first rows are loaded. */
  datasetId: idSchema.nullable(),
  /** Name of the dataset that receives the rows. */
  name: z.string(),
  source: z.discriminatedUnion('kind', [
    datasetSourceSchema,
    /** Without the query of the URL, which may hold a secret; null if it cannot be decrypted. */
    z.object({ ...webSource, url: z.string().nullable() }),
  ]),
  /** Name of the source; null if the reader may not see it. */
  sourceName: z.string().nullable(),
  state: z.enum(['idle', 'waiting', 'running']),
  /** The last value of the growing column that was loaded. */
  lastValue: z.union([z.string(), z.number()]).nullable(),
  /** The last import. */
  importId: idSchema.nullable(),
  nextRunAt: momentSchema.nullable(),
  lastRunAt: momentSchema.nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  by: z.string().nullable(),
  createdAt: momentSchema,
});
export type DataExtract = z.infer<typeof extractSchema>;

const byId = z.strictObject({ id: idSchema });

/** Why a run of an extract fails. */
const extractRunErrors: ErrorCode[] = [
  ...executionErrors,
  ...egressErrors,
  ...fileErrors,
  'host_refused',
  'extract_growing_column',
  'extract_too_large',
  'extract_unreadable',
  'extract_nobody',
  'extract_unseen',
  'extract_target_gone',
  'extract_unconfirmed',
  'name_taken',
  'columns_clash',
  'dataset_gone',
  'too_many_rejects',
  'no_rows_fit',
  'rows_missing',
  'interrupted',
];

export const extractRoutes = {
  'POST /extracts/preview': route({
    access: 'editor',
    audit: { area: 'data', action: 'preview_extract', en_US: 'Preview a file from the web', zh_CN: '预览网络文件' },
    stale: [],
    summary: {
      en_US: 'Download a file from the web as an upload, to preview it',
      zh_CN: '将网络文件下载为上传的文件，以便预览',
    },
    errors: [...egressErrors, 'host_refused', 'disk_full'],
    input: z.strictObject({ url: urlSchema, zone: zoneSchema }),
    output: uploadSchema,
  }),
  'GET /applications/:id/extracts': route({
    access: 'editor',
    needs: 'edit application',
    summary: {
      en_US: 'List the extracts of an application',
      zh_CN: '列出应用的数据抽取',
    },
    input: byId,
    output: z.array(extractSchema),
  }),
  'POST /applications/:id/extracts': route({
    access: 'editor',
    audit: { area: 'data', action: 'create_extract', en_US: 'Create an extract', zh_CN: '创建数据抽取' },
    needs: 'edit application',
    stale: ['applications', 'application/:id'],
    summary: {
      en_US: 'Extract a connected table or a file from the web into a dataset, once or on a schedule, in your name',
      zh_CN: '以自己的名义，一次或定期将已连接的表或网络文件载入为数据集',
    },
    errors: [
      'connection_takes_no_rows',
      'extract_not_connected',
      'extract_growing_column',
      'address_malformed',
      'name_taken',
      'dataset_gone',
    ],
    input: newExtractSchema,
    output: extractSchema,
  }),
  'PUT /extracts/:id': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_extract', en_US: 'Change an extract', zh_CN: '修改数据抽取' },
    needs: 'edit extract',
    stale: ['application'],
    summary: { en_US: 'Update the schedule of an extract', zh_CN: '修改数据抽取的时间' },
    errors: ['extract_unseen'],
    input: z.strictObject({ id: idSchema, ...timing }),
    output: extractSchema,
  }),
  'POST /extracts/:id/run': route({
    access: 'editor',
    audit: { area: 'data', action: 'run_extract', en_US: 'Run an extract now', zh_CN: '立即抽取数据' },
    needs: 'edit extract',
    stale: ['application'],
    summary: { en_US: 'Run an extract now', zh_CN: '立即抽取数据' },
    errors: extractRunErrors,
    input: byId,
    output: extractSchema,
  }),
  'DELETE /extracts/:id': route({
    access: 'editor',
    audit: { area: 'data', action: 'delete_extract', en_US: 'Delete an extract', zh_CN: '删除数据抽取' },
    needs: 'edit extract',
    stale: ['application'],
    summary: { en_US: 'Delete an extract; its rows stay', zh_CN: '删除数据抽取；已有的数据保留' },
    input: byId,
    output: noOutput,
  }),
};
