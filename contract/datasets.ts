import { z } from 'zod';

import { dateSteps } from './days.ts';
import { formulaSchema } from './queries.ts';
import { columnTypes } from './query.ts';
import { readingOptionsSchema } from './reading-schemas.ts';
import { idSchema, momentSchema, noOutput, route, versionParamSchema, versionNumberSchema } from './route.ts';
import { textSchema } from './text.ts';

/** What a column is for: when it happened, what it is about, or how much. */
export const columnRoles = ['time', 'dimension', 'measure'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** How the numbers of a column are written. */
export const numberFormats = ['plain', 'percent', 'currency', 'bytes', 'duration'] as const;
/** Dates can stand for longer steps: a column of years has the format `year`. */
export const columnFormats = [...numberFormats, ...dateSteps] as const;
export type ColumnFormat = (typeof columnFormats)[number];

/** How a column is measured unless someone chooses otherwise; `automatic` goes by what its numbers are. */
export const columnAggregations = ['automatic', 'sum', 'average', 'median', 'min', 'max', 'distinct'] as const;
export type ColumnAggregation = (typeof columnAggregations)[number];

/** The name of a time zone. */
export const zoneSchema = z.string().regex(/^[\w+/-]{1,64}$/);

const columnTypeSchema = z.enum(columnTypes);
const columnRoleSchema = z.enum(columnRoles);
/** How the numbers of a column are written; one of dates has none. */
export const numberFormatOf = (format: ColumnFormat): NumberFormat =>
  numberFormats.find((each) => each === format) ?? 'plain';
export type NumberFormat = (typeof numberFormats)[number];
const columnFormatSchema = z.enum(columnFormats);
const columnAggregationSchema = z.enum(columnAggregations);

/** The same text in each language; where a label is empty, the name stands in. */
export const textsSchema = (max: number) => z.strictObject({ en_US: textSchema(max), zh_CN: textSchema(max) });
export type Texts = { en_US: string; zh_CN: string };

export const datasetColumnSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: columnTypeSchema,
  role: columnRoleSchema,
  format: columnFormatSchema,
  unit: z.string(),
  aggregation: columnAggregationSchema,
  label: z.object({ en_US: z.string(), zh_CN: z.string() }),
  description: z.object({ en_US: z.string(), zh_CN: z.string() }),
});
export type DatasetColumn = z.infer<typeof datasetColumnSchema>;

const dataset = {
  id: idSchema,
  applicationId: idSchema,
  name: z.string(),
  label: z.object({ en_US: z.string(), zh_CN: z.string() }),
  description: z.object({ en_US: z.string(), zh_CN: z.string() }),
  version: z.number(),
  rows: z.number(),
  bytes: z.number(),
  rejects: z.number(),
  createdAt: momentSchema,
  lastDataAt: momentSchema.nullable(),
  trashedAt: momentSchema.nullable(),
};

/** A dataset in a list. */
export const datasetSummarySchema = z.object({ ...dataset, columns: z.number() });
export type DatasetSummary = z.infer<typeof datasetSummarySchema>;

/** A correction that is made by itself when the same value comes again; `to` null leaves the cell empty. */
export const correctionSchema = z.object({ column: idSchema, from: z.string(), to: z.string().nullable() });
export type Correction = z.infer<typeof correctionSchema>;

/** A calculation that the owner of a dataset has named. */
export const datasetMetricSchema = z.object({
  id: idSchema,
  name: z.string(),
  label: z.object({ en_US: z.string(), zh_CN: z.string() }),
  format: columnFormatSchema,
  unit: z.string(),
  formula: formulaSchema,
});
export type DatasetMetric = z.infer<typeof datasetMetricSchema>;

export const datasetSchema = z.object({
  ...dataset,
  columns: z.array(datasetColumnSchema),
  metrics: z.array(datasetMetricSchema),
  recipe: z.array(correctionSchema),
  /** How files of it are read, where a person chose so. */
  reading: readingOptionsSchema,
  /** Which texts are empty, or not, by column id. */
  emptyRules: z.record(z.string(), z.record(z.string(), z.boolean())),
});
export type Dataset = z.infer<typeof datasetSchema>;

/** Why a version came to be. Pushes of the same ten minutes make one version. */
export const versionCauses = ['push', 'import', 'replace', 'correction', 'restore', 'sample'] as const;
export type VersionCause = (typeof versionCauses)[number];

export const versionSchema = z.object({
  number: z.number(),
  cause: z.enum(versionCauses),
  /** The member who made it; null for pushes. */
  by: z.string().nullable(),
  /** The file of an import, the key of a push, the number of the version restored. */
  detail: z.string(),
  createdAt: momentSchema,
  rows: z.number(),
  /** How many rows came and went by it. */
  added: z.number(),
  removed: z.number(),
  current: z.boolean(),
});
export type Version = z.infer<typeof versionSchema>;

/** A condition on a page of rows. */
export const rowFilterSchema = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.enum(['contains', 'equals', 'at_least', 'at_most']),
    column: idSchema,
    value: textSchema(500),
  }),
  z.strictObject({ op: z.enum(['empty', 'filled']), column: idSchema }),
]);
export type RowFilter = z.infer<typeof rowFilterSchema>;

const pageInput = {
  id: idSchema,
  version: versionNumberSchema.optional(),
  offset: z.int().min(0).max(1e12).default(0),
  limit: z.int().min(1).max(1000).default(100),
  order: z.strictObject({ column: idSchema, direction: z.enum(['ascending', 'descending']) }).optional(),
  filters: z.array(rowFilterSchema).max(20).default([]),
};

/** One page of rows: a list of values for each row, in the order of `columns` (ids). */
export const rowPageSchema = z.object({
  version: z.number(),
  total: z.number(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
});
export type RowPage = z.infer<typeof rowPageSchema>;

/** What the values of one column are like. Bounds are text for dates, times and texts. */
export const columnProfileSchema = z.object({
  column: idSchema,
  nulls: z.number(),
  distinct: z.number(),
  /** False if the distinct values of many rows were estimated. */
  exact: z.boolean(),
  min: z.union([z.number(), z.string()]).nullable(),
  max: z.union([z.number(), z.string()]).nullable(),
  mean: z.number().nullable(),
  /** The standard deviation. */
  deviation: z.number().nullable(),
  /** Equal steps from min to max, for numbers, dates and times. */
  histogram: z.array(z.object({ from: z.union([z.number(), z.string()]), count: z.number() })),
  /** The most frequent values, for everything else. */
  top: z.array(z.object({ value: z.string(), count: z.number() })),
});
export type ColumnProfile = z.infer<typeof columnProfileSchema>;

export const profileSchema = z.object({ version: z.number(), rows: z.number(), columns: z.array(columnProfileSchema) });
export type Profile = z.infer<typeof profileSchema>;

/** Why a row could not be loaded. */
export const rejectReasons = [
  'not_integer',
  'not_number',
  'not_boolean',
  'not_date',
  'not_time',
  'not_json',
  'too_few_cells',
  'too_many_cells',
  'bad_quotes',
  'too_long',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** A row that was kept aside. `cells` is the whole row by column id, as text. */
export const rejectSchema = z.object({
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
    summary: 'List the datasets of an application',
    input: z.strictObject({ id: idSchema }),
    output: z.array(datasetSummarySchema),
  }),
  'GET /datasets/:id': route({
    access: 'member',
    needs: 'view dataset',
    summary: 'Read a dataset with its columns',
    input: z.strictObject({ id: idSchema }),
    output: datasetSchema,
  }),
  'PATCH /datasets/:id': route({
    access: 'editor',
    act: 'change_dataset',
    needs: 'edit dataset',
    summary: 'Change the label and description of a dataset',
    input: z.strictObject({
      id: idSchema,
      label: textsSchema(100).optional(),
      description: textsSchema(2000).optional(),
    }),
    output: datasetSchema,
  }),
  'PATCH /datasets/:id/columns/:column': route({
    access: 'editor',
    act: 'change_column',
    needs: 'edit dataset',
    summary: 'Change how a column is called, understood and written',
    input: z.strictObject({
      id: idSchema,
      column: idSchema,
      label: textsSchema(100).optional(),
      description: textsSchema(2000).optional(),
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
    act: 'delete_dataset',
    needs: 'edit dataset',
    summary: 'Move a dataset to the trash',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /datasets/:id/restore': route({
    access: 'editor',
    act: 'restore_dataset',
    needs: 'edit dataset',
    summary: 'Take a dataset out of the trash',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'DELETE /datasets/:id/trash': route({
    access: 'editor',
    act: 'erase_dataset',
    needs: 'edit dataset',
    summary: 'Delete a dataset in the trash for good',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /datasets/:id/rows': route({
    access: 'member',
    needs: 'view dataset',
    reads: true,
    summary: 'Read one page of rows, also as of an earlier version',
    input: z.strictObject(pageInput),
    output: rowPageSchema,
  }),
  'GET /datasets/:id/profile': route({
    access: 'member',
    needs: 'view dataset',
    summary: 'Read what the values of each column are like',
    input: z.strictObject({ id: idSchema }),
    output: profileSchema,
  }),
  'GET /datasets/:id/versions': route({
    access: 'member',
    needs: 'view dataset',
    summary: 'List the versions of a dataset, newest first',
    input: z.strictObject({ id: idSchema }),
    output: z.array(versionSchema),
  }),
  'POST /datasets/:id/versions/:number/restore': route({
    access: 'editor',
    act: 'restore_version',
    tells: ['number'],
    needs: 'edit dataset',
    summary: 'Make an earlier version the current one, as a new version',
    input: z.strictObject({ id: idSchema, number: versionParamSchema }),
    output: datasetSchema,
  }),
  'GET /datasets/:id/rejects': route({
    access: 'member',
    needs: 'view dataset',
    summary: 'List rows that were kept aside',
    input: z.strictObject({
      id: idSchema,
      offset: z.coerce.number().int().min(0).max(1e9).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    output: z.object({ total: z.number(), rejects: z.array(rejectSchema) }),
  }),
  'GET /datasets/:id/rejects/file': route({
    access: 'member',
    act: 'download_file',
    needs: 'view dataset',
    summary: 'Download the rows that were kept aside as CSV',
    input: z.strictObject({ id: idSchema }),
    output: z.void(),
    gives: 'file',
  }),
  'POST /datasets/:id/rejects/load': route({
    access: 'editor',
    act: 'load_rejects',
    needs: 'edit dataset',
    summary: 'Load rows that were kept aside, corrected',
    input: z.strictObject({
      id: idSchema,
      rows: z
        .array(z.strictObject({ id: z.int(), cells: z.record(idSchema, textSchema(100_000).nullable()) }))
        .min(1)
        .max(1000),
      /** Whether the same correction goes for every other row with the same value in that column. */
      alike: z.boolean().default(false),
      /** Whether the corrections are made by themselves when the same values come again. */
      remember: z.boolean().default(true),
      /** In which times without a zone are read. */
      zone: zoneSchema.default('UTC'),
    }),
    /** Those that still do not fit stay, with their new reason; `left` counts all that are still kept aside. */
    output: z.object({ loaded: z.number(), left: z.number(), rejects: z.array(rejectSchema) }),
  }),
  'DELETE /datasets/:id/recipe': route({
    access: 'editor',
    act: 'forget_corrections',
    needs: 'edit dataset',
    summary: 'Forget a remembered correction, or all of them',
    input: z.strictObject({ id: idSchema, column: idSchema.optional(), from: textSchema(2000).optional() }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id/rejects': route({
    access: 'editor',
    act: 'discard_rejects',
    needs: 'edit dataset',
    summary: 'Throw away the rows that were kept aside',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
