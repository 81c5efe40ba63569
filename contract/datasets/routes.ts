import { z } from 'zod';

import { columnAggregations, columnFormats, columnRoles, type DatasetColumn } from '#domain/columns/column.ts';
import { rejectReasons } from '#domain/cells/cells.ts';

import { freshnessFields } from '#contract/freshness/routes.ts';
import { formulaSchema } from '#contract/queries/schemas.ts';
import { columnTypes } from '#domain/query/query.ts';
import { readingOptionsSchema } from './reading.ts';
import { connectedSourceSchema, verificationSchema } from './verification.ts';
import { idSchema, momentSchema, noOutput, route, versionParamSchema, versionNumberSchema } from '#contract/route.ts';
import { textSchema, plainTextsSchema } from '#contract/text.ts';
import { executionErrors, fileErrors } from '#contract/error-groups.ts';
import { downloadFileAction } from '#contract/audit/shared-actions.ts';

/** IANA name of a time zone. */
export const zoneSchema = z.string().regex(/^[\w+/-]{1,64}$/);

const columnTypeSchema = z.enum(columnTypes);
const columnRoleSchema = z.enum(columnRoles);
const columnFormatSchema = z.enum(columnFormats);
const columnAggregationSchema = z.enum(columnAggregations);

/** Text in each language; an empty label falls back to the name. */
export const localizedTextSchema = (max: number) => z.strictObject({ en_US: textSchema(max), zh_CN: textSchema(max) });

export const datasetColumnSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: columnTypeSchema,
  role: columnRoleSchema,
  format: columnFormatSchema,
  unit: z.string(),
  aggregation: columnAggregationSchema,
  label: plainTextsSchema,
  description: plainTextsSchema,
  calculation: z.object({ formula: z.string(), isBroken: z.boolean() }).optional(),
}) satisfies z.ZodType<DatasetColumn>;

const dataset = {
  id: idSchema,
  applicationId: idSchema,
  name: z.string(),
  label: plainTextsSchema,
  description: plainTextsSchema,
  version: z.number(),
  /** Null if row rules limit which rows the reader may see. */
  rows: z.number().nullable(),
  bytes: z.number(),
  rejects: z.number(),
  /** The table or SQL that it reads from a connected database; null if its rows are stored in Shuju. */
  connection: connectedSourceSchema.nullable(),
  /** Null unless it is marked as verified. */
  verification: verificationSchema.nullable(),
  createdAt: momentSchema,
  /** When rows were last loaded. */
  lastDataAt: momentSchema.nullable(),
  ...freshnessFields,
  trashedAt: momentSchema.nullable(),
};

/** A dataset in a list. */
export const datasetSummarySchema = z.object({ ...dataset, columns: z.number() });
export type DatasetSummary = z.infer<typeof datasetSummarySchema>;

/** A correction that is applied automatically when the same value arrives again; `to` null empties the cell. */
const correctionSchema = z.object({ column: idSchema, from: z.string(), to: z.string().nullable() });
export type Correction = z.infer<typeof correctionSchema>;

/** A named calculation of a dataset. */
const datasetMetricSchema = z.object({
  id: idSchema,
  name: z.string(),
  label: plainTextsSchema,
  description: plainTextsSchema,
  format: columnFormatSchema,
  unit: z.string(),
  formula: formulaSchema,
  verification: verificationSchema.nullable(),
});
export type DatasetMetric = z.infer<typeof datasetMetricSchema>;

export const datasetSchema = z.object({
  ...dataset,
  columns: z.array(datasetColumnSchema),
  metrics: z.array(datasetMetricSchema),
  /** Whether queries may use columns of related datasets, see `GET /datasets/:id/related-columns`. */
  hasRelations: z.boolean(),
  recipe: z.array(correctionSchema),
  /** Reading options that a person chose for its files. */
  reading: readingOptionsSchema,
  /** Texts that count as empty or not, by column id. */
  emptyRules: z.record(z.string(), z.record(z.string(), z.boolean())),
});
export type Dataset = z.infer<typeof datasetSchema>;

/** Cause of a version. Pushes within ten minutes make one version. */
export const versionCauses = ['push', 'import', 'replace', 'correction', 'restore', 'sample'] as const;
export type VersionCause = (typeof versionCauses)[number];

const versionSchema = z.object({
  number: z.number(),
  cause: z.enum(versionCauses),
  /** The member who made it; null for pushes. */
  by: z.string().nullable(),
  /** File of an import, key of a push, or number of the restored version. */
  detail: z.string(),
  createdAt: momentSchema,
  rows: z.number(),
  /** Number of rows added and removed. */
  added: z.number(),
  removed: z.number(),
  current: z.boolean(),
});
export type Version = z.infer<typeof versionSchema>;

/** A filter on a page of rows. */
const rowFilterSchema = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.enum(['contains', 'equals', 'at_least', 'at_most']),
    column: idSchema,
    value: textSchema(500),
  }),
  z.strictObject({ op: z.enum(['empty', 'filled']), column: idSchema }),
]);
export type RowFilter = z.infer<typeof rowFilterSchema>;

export const rowOrderSchema = z
  .strictObject({ column: idSchema, direction: z.enum(['ascending', 'descending']) })
  .optional();

const pageInput = {
  id: idSchema,
  version: versionNumberSchema.optional(),
  offset: z.int().min(0).max(1e12).default(0),
  limit: z.int().min(1).max(1000).default(100),
  order: rowOrderSchema,
  filters: z.array(rowFilterSchema).max(20).default([]),
};

/** One page of rows: values by row, in the order of `columns` (ids). */
export const rowPageSchema = z.object({
  version: z.number(),
  total: z.number(),
  /** Whether the connected table has more rows than `total`, where its preview ends. */
  isCutOff: z.boolean(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
});
export type RowPage = z.infer<typeof rowPageSchema>;

/** Profile of one column. Bounds are text for dates, times and texts. */
const columnProfileSchema = z.object({
  column: idSchema,
  nulls: z.number(),
  distinct: z.number(),
  /** False if the number of distinct values is an estimate. */
  exact: z.boolean(),
  min: z.union([z.number(), z.string()]).nullable(),
  max: z.union([z.number(), z.string()]).nullable(),
  mean: z.number().nullable(),
  /** The standard deviation. */
  deviation: z.number().nullable(),
  /** Bins of equal width from min to max, for numbers, dates and times. */
  histogram: z.array(z.object({ from: z.union([z.number(), z.string()]), count: z.number() })),
  /** Most frequent values, for the other types. */
  top: z.array(z.object({ value: z.string(), count: z.number() })),
});
export type ColumnProfile = z.infer<typeof columnProfileSchema>;

/** Profile of the columns. Of a connected table it is computed on its first rows. */
const profileSchema = z.object({
  version: z.number(),
  rows: z.number(),
  isSample: z.boolean(),
  columns: z.array(columnProfileSchema),
});
export type Profile = z.infer<typeof profileSchema>;

/** A rejected row. `cells` is the whole row by column id, as text. */
const rejectSchema = z.object({
  id: z.number(),
  importId: z.string().nullable(),
  line: z.number(),
  column: z.string().nullable(),
  value: z.string(),
  reason: z.enum(rejectReasons),
  cells: z.record(z.string(), z.string().nullable()),
  createdAt: momentSchema,
});
export type Reject = z.infer<typeof rejectSchema>;

export const datasetRoutes = {
  'GET /applications/:id/datasets': route({
    access: 'member',
    needs: 'view application',
    summary: { en_US: "List an application's datasets", zh_CN: '列出应用的数据集' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(datasetSummarySchema),
  }),
  'GET /datasets/:id': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: 'Get a dataset with its columns', zh_CN: '读取数据集及其列' },
    input: z.strictObject({ id: idSchema }),
    output: datasetSchema,
  }),
  'PATCH /datasets/:id': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_dataset', en_US: 'Change a dataset', zh_CN: '修改数据集' },
    needs: 'edit dataset',
    stale: ['application'],
    summary: { en_US: "Update a dataset's label and description", zh_CN: '修改数据集的名称标签和说明' },
    errors: ['name_taken'],
    input: z.strictObject({
      id: idSchema,
      label: localizedTextSchema(100).optional(),
      description: localizedTextSchema(2000).optional(),
    }),
    output: datasetSchema,
  }),
  'PATCH /datasets/:id/columns/:column': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_column', en_US: 'Change a column', zh_CN: '修改列' },
    needs: 'edit dataset',
    stale: ['dataset/:id', 'profile/:id'],
    summary: { en_US: "Update a column's name, type, role and format", zh_CN: '修改列的名称、类型、角色和格式' },
    errors: ['type_does_not_fit', 'type_of_database', 'type_of_formula', ...executionErrors],
    input: z.strictObject({
      id: idSchema,
      column: idSchema,
      label: localizedTextSchema(100).optional(),
      description: localizedTextSchema(2000).optional(),
      type: columnTypeSchema.optional(),
      role: columnRoleSchema.optional(),
      format: columnFormatSchema.optional(),
      unit: textSchema(20).optional(),
      aggregation: columnAggregationSchema.optional(),
    }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'delete_dataset',
      en_US: 'Move a dataset to trash',
      zh_CN: '将数据集移入回收站',
    },
    needs: 'edit dataset',
    stale: ['application', 'trash'],
    summary: { en_US: 'Move a dataset to trash', zh_CN: '将数据集移到回收站' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /datasets/:id/restore': route({
    access: 'editor',
    audit: { area: 'data', action: 'restore_dataset', en_US: 'Restore a dataset', zh_CN: '恢复数据集' },
    needs: 'edit dataset',
    stale: ['trash', 'applications', 'application', 'dataset'],
    summary: { en_US: 'Restore a dataset from trash', zh_CN: '从回收站恢复数据集' },
    errors: ['name_taken'],
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'DELETE /datasets/:id/trash': route({
    access: 'editor',
    audit: { area: 'data', action: 'erase_dataset', en_US: 'Permanently delete a dataset', zh_CN: '彻底删除数据集' },
    needs: 'edit dataset',
    stale: ['trash', 'applications', 'application', 'dataset'],
    summary: { en_US: 'Permanently delete a dataset in the trash', zh_CN: '彻底删除回收站中的数据集' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /datasets/:id/rows': route({
    access: 'member',
    needs: 'view dataset',
    isReadOnly: true,
    summary: {
      en_US: 'Get one page of rows, optionally of an earlier version',
      zh_CN: '读取一页数据行，也可以是较早的版本',
    },
    errors: ['no_such_version', 'column_unknown', 'value_misfit', ...executionErrors],
    input: z.strictObject(pageInput),
    output: rowPageSchema,
  }),
  'GET /datasets/:id/profile': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: "Get a profile of each column's values", zh_CN: '读取各列数值的概况' },
    errors: ['no_such_version', ...executionErrors],
    input: z.strictObject({ id: idSchema }),
    output: profileSchema,
  }),
  'GET /datasets/:id/versions': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: "List a dataset's versions, newest first", zh_CN: '列出数据集的版本，最新的在前' },
    errors: ['rows_restricted'],
    input: z.strictObject({ id: idSchema }),
    output: z.array(versionSchema),
  }),
  'POST /datasets/:id/versions/:number/restore': route({
    access: 'editor',
    audit: { area: 'data', action: 'restore_version', en_US: 'Restore a version', zh_CN: '恢复版本' },
    auditedFields: ['number'],
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: {
      en_US: 'Restore an earlier version as a new version',
      zh_CN: '将较早的版本恢复为新的当前版本',
    },
    errors: ['no_such_version'],
    input: z.strictObject({ id: idSchema, number: versionParamSchema }),
    output: datasetSchema,
  }),
  'GET /datasets/:id/rejects': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: 'List rejected rows', zh_CN: '列出未导入的行' },
    errors: ['rows_restricted'],
    input: z.strictObject({
      id: idSchema,
      offset: z.coerce.number().int().min(0).max(1e9).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    output: z.object({ total: z.number(), rejects: z.array(rejectSchema) }),
  }),
  'GET /datasets/:id/rejects/file': route({
    access: 'member',
    audit: downloadFileAction,
    needs: 'view dataset',
    summary: { en_US: 'Download rejected rows as CSV', zh_CN: '以 CSV 下载未导入的行' },
    errors: ['rows_restricted'],
    input: z.strictObject({ id: idSchema }),
    output: z.void(),
    response: 'file',
  }),
  'POST /datasets/:id/rejects/load': route({
    access: 'editor',
    audit: { area: 'data', action: 'load_rejects', en_US: 'Import corrected rows', zh_CN: '导入修正后的行' },
    needs: 'edit dataset',
    stale: ['dataset/:id', 'application'],
    summary: { en_US: 'Import corrected rejected rows', zh_CN: '导入修正后的行' },
    errors: [...fileErrors, ...executionErrors, 'columns_clash', 'too_many_rejects'],
    input: z.strictObject({
      id: idSchema,
      rows: z
        .array(z.strictObject({ id: z.int(), cells: z.record(idSchema, textSchema(100_000).nullable()) }))
        .min(1)
        .max(1000),
      /** Whether to apply the same correction to every rejected row with the same value in that column. */
      alike: z.boolean().default(false),
      /** Whether to apply the corrections automatically when the same values arrive again. */
      remember: z.boolean().default(true),
      /** Zone of times without one. */
      zone: zoneSchema.default('UTC'),
    }),
    /** Rows that still do not fit stay rejected with their new reason; `left` counts all rejected rows that remain. */
    output: z.object({ loaded: z.number(), left: z.number(), rejects: z.array(rejectSchema) }),
  }),
  'DELETE /datasets/:id/recipe': route({
    access: 'editor',
    audit: { area: 'data', action: 'forget_corrections', en_US: 'Forget corrections', zh_CN: '清除自动修正' },
    needs: 'edit dataset',
    stale: [],
    summary: { en_US: 'Forget a remembered correction, or all of them', zh_CN: '忘记一条或全部已记住的修正' },
    input: z.strictObject({ id: idSchema, column: idSchema.optional(), from: textSchema(2000).optional() }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id/rejects': route({
    access: 'editor',
    audit: { area: 'data', action: 'discard_rejects', en_US: 'Delete rejected rows', zh_CN: '丢弃未导入的行' },
    needs: 'edit dataset',
    stale: ['dataset/:id', 'application'],
    summary: { en_US: 'Delete rejected rows', zh_CN: '丢弃未导入的行' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
