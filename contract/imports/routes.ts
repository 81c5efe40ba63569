import { z } from 'zod';

import { zoneSchema } from '#contract/datasets/routes.ts';
import { columnFormats, columnRoles } from '#domain/columns/column.ts';
import { columnTypes } from '#domain/query/query.ts';
import { readingOptionsSchema, readingSchema } from '#contract/datasets/reading.ts';
import { newFolderSchema, placeErrors } from '#contract/folders/routes.ts';
import { idSchema, momentSchema, noOutput, route } from '#contract/route.ts';
import { fileNameSchema, nameSchema, textSchema, plainTextsSchema } from '#contract/text.ts';
import { dependentKinds } from '#contract/datasets/uses.ts';
import { fileErrors } from '#contract/error-groups.ts';
import { byteRangesSchema } from './preview.ts';

/** An error as a code and as a message in the reader's language. */
const failureSchema = z.object({ code: z.string(), message: z.string() });

/** Notes on how a table was parsed, for the person to review. */
const noteCodes = [
  'title_skipped',
  'totals_skipped',
  'empty_columns_skipped',
  'header_missing',
  'header_repaired',
  'header_shortened',
  'nul_removed',
  'encoding',
  'encoding_doubtful',
  'sheet_hidden',
  'digits_rounded',
  'errors_emptied',
  'formulas_uncalculated',
  'decimal_comma',
  'thousands_comma',
  'date_order',
  'date_order_day_first',
] as const;
const noteSchema = z.object({ code: z.enum(noteCodes), detail: z.string() });
export type Note = z.infer<typeof noteSchema>;

/** A column detected in a file. */
const detectedColumnSchema = z.object({
  name: z.string(),
  type: z.enum(columnTypes),
  role: z.enum(columnRoles),
  format: z.enum(columnFormats),
  unit: z.string(),
  /** Number of sample cells that do not fit the type. */
  doubtful: z.number(),
});
export type DetectedColumn = z.infer<typeof detectedColumnSchema>;

/** A text that may stand for an empty cell, its count, and whether it is read as empty. */
const markerSchema = z.object({ text: z.string(), count: z.number(), isEmpty: z.boolean() });
export type Marker = z.infer<typeof markerSchema>;

/** A table detected in a file: the file itself, a sheet or an entry of an archive. */
const detectedTableSchema = z.object({
  name: z.string(),
  /** An estimate for large files. */
  rows: z.number(),
  exact: z.boolean(),
  columns: z.array(detectedColumnSchema),
  /** The first rows as written in the file. */
  sample: z.array(z.array(z.string().nullable())),
  /** Possible empty markers of each column. */
  markers: z.array(z.array(markerSchema)).default([]),
  /** Date order and decimal mark of each column; `dayFirst` is null if nothing decides it. */
  styles: z.array(z.object({ dayFirst: z.boolean().nullable(), decimalComma: z.boolean() })).default([]),
  /** Sample cells that do not fit, as [row, column]. */
  doubtful: z.array(z.tuple([z.number(), z.number()])),
  notes: z.array(noteSchema),
  /** How the text was parsed; null for formats that define it themselves. */
  reading: readingSchema.nullable(),
});
export type DetectedTable = z.infer<typeof detectedTableSchema>;

export const uploadStates = ['uploading', 'reading', 'ready', 'failed'] as const;
export const uploadSchema = z.object({
  id: idSchema,
  name: z.string(),
  bytes: z.number(),
  received: z.number(),
  state: z.enum(uploadStates),
  failure: failureSchema.nullable(),
  tables: z.array(detectedTableSchema),
  /** Reading options that a person chose. */
  options: readingOptionsSchema,
  createdAt: momentSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

/** The tables of the first rows of a file, the parts of it that are needed for them, or neither. */
const uploadPreviewSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready'), tables: z.array(detectedTableSchema) }),
  z.object({ state: z.literal('incomplete'), ranges: z.array(z.object({ from: z.number(), to: z.number() })) }),
  z.object({ state: z.literal('unavailable') }),
]);
export type UploadPreview = z.infer<typeof uploadPreviewSchema>;

/** `unconfirmed` waits for a person to confirm what the import would lose; nothing has changed until then. */
export const importStates = ['waiting', 'loading', 'unconfirmed', 'done', 'failed', 'cancelled'] as const;

/** Losses that the caller may accept in advance. */
export const importAcceptances = ['rejected_rows', 'column_changes', 'duplicate_file'] as const;
export type ImportAcceptance = (typeof importAcceptances)[number];

/** Something that breaks when a column loses its values or changes its type. Hidden ones have no title. */
const brokenUseSchema = z.object({
  kind: z.enum(dependentKinds),
  id: z.string(),
  title: plainTextsSchema,
  dashboard: z.object({ id: idSchema, title: plainTextsSchema }).nullable(),
});
export type BrokenUse = z.infer<typeof brokenUseSchema>;

/** A column of the dataset that the file lacks, or has with another type. */
const columnChangeSchema = z.object({
  id: idSchema,
  name: z.string(),
  from: z.enum(columnTypes),
  /** Null if the file has no such column. */
  to: z.enum(columnTypes).nullable(),
  uses: z.array(brokenUseSchema),
});
export type ImportColumnChange = z.infer<typeof columnChangeSchema>;

/** Losses of an import, for a person to confirm. */
const confirmationSchema = z.object({
  /** Rows of the file that can be loaded. */
  rows: z.number(),
  /** Rows of the file that do not fit. */
  rejected: z.number(),
  /** Some of the cells that do not fit. */
  examples: z.array(z.object({ line: z.number(), column: z.string().nullable(), value: z.string() })),
  columns: z.array(columnChangeSchema),
  /** When the same file was loaded into the dataset before. */
  duplicate: z.object({ file: z.string(), at: momentSchema }).nullable(),
});
export type Confirmation = z.infer<typeof confirmationSchema>;

const importSchema = z.object({
  id: idSchema,
  applicationId: idSchema,
  datasetId: idSchema.nullable(),
  dataset: z.string(),
  file: z.string(),
  table: z.string(),
  bytes: z.number(),
  mode: z.enum(['append', 'replace']),
  state: z.enum(importStates),
  rows: z.number(),
  rejected: z.number(),
  /** Number of cells fixed by remembered corrections. */
  corrected: z.number(),
  /** 0 to 100. */
  percent: z.number(),
  failure: failureSchema.nullable(),
  /** Set while the import is unconfirmed. */
  confirmation: confirmationSchema.nullable(),
  by: z.string().nullable(),
  createdAt: momentSchema,
  finishedAt: momentSchema.nullable(),
});
export type Import = z.infer<typeof importSchema>;

const emptyRulesSchema = z.record(textSchema(100), z.boolean()).refine((rules) => Object.keys(rules).length <= 100);

/** One column to import: its index in the file, and its target column (a new one without an id). */
export const importColumnSchema = z.strictObject({
  source: z.int().min(0),
  id: idSchema.optional(),
  name: textSchema(200).trim().min(1),
  type: z.enum(columnTypes),
  role: z.enum(columnRoles),
  format: z.enum(columnFormats),
  unit: textSchema(20),
  /** Empty rules of this column, remembered for later files; as proposed if left out. */
  empty: emptyRulesSchema.optional(),
});
export type ImportColumn = z.infer<typeof importColumnSchema>;

const plannedImportSchema = z.strictObject({
  table: z.int().min(0),
  /** An existing dataset, or the name of a new one. */
  dataset: z.union([z.strictObject({ id: idSchema }), z.strictObject({ name: nameSchema })]),
  mode: z.enum(['append', 'replace']),
  columns: z.array(importColumnSchema).min(1).max(2000),
  /** Losses that are accepted without confirmation; any other stops the import until it is confirmed. */
  accept: z.array(z.enum(importAcceptances)).max(importAcceptances.length).default([]),
});
export type PlannedImport = z.output<typeof plannedImportSchema>;
export type PlannedImportInput = z.input<typeof plannedImportSchema>;

/** A match between a column of the file and a column of the dataset. */
const columnMatchSchema = z.object({
  source: z.number().nullable(),
  id: idSchema.nullable(),
  by: z.enum(['name', 'closeness', 'values', 'none']),
  /** Whether its position has changed. */
  moved: z.boolean(),
  /** Share of the file's values that the dataset's column also has: 0 to 1. */
  overlap: z.number(),
});
export type ColumnMatch = z.infer<typeof columnMatchSchema>;

const importFileAction = { area: 'data', action: 'import_file', en_US: 'Import a file', zh_CN: '导入文件' } as const;

export const importRoutes = {
  'POST /uploads': route({
    access: 'editor',
    audit: { area: 'data', action: 'upload_file', en_US: 'Upload a file', zh_CN: '上传文件' },
    stale: [],
    summary: { en_US: 'Start an upload', zh_CN: '登记要上传的文件' },
    errors: ['file_too_large'],
    input: z.strictObject({
      name: fileNameSchema,
      bytes: z.int().min(0),
      /** Zone of times without one. */
      zone: zoneSchema,
    }),
    output: uploadSchema,
  }),
  'PUT /uploads/:id/content': route({
    isRelayed: true,
    access: 'editor',
    audit: null,
    needs: 'edit upload',
    stale: [],
    summary: { en_US: 'Upload the file', zh_CN: '发送文件内容' },
    errors: [...fileErrors, 'upload_incomplete', 'upload_not_ready', 'cancelled'],
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
    body: 'stream',
  }),
  'GET /uploads/:id': route({
    isRelayed: true,
    access: 'editor',
    needs: 'view upload',
    summary: { en_US: 'Get what was detected in a file', zh_CN: '读取文件的识别结果' },
    input: z.strictObject({ id: idSchema }),
    output: uploadSchema,
  }),
  'POST /uploads/:id/preview': route({
    isRelayed: true,
    access: 'editor',
    needs: 'edit upload',
    isReadOnly: true,
    summary: {
      en_US: 'Preview the first rows of a file from some of its bytes, before its upload is complete',
      zh_CN: '文件上传完成之前，用其中一部分内容预览开头的行',
    },
    errors: ['upload_incomplete', 'cancelled', 'disk_full'],
    input: z.strictObject({
      id: idSchema,
      /** The bytes that the body consists of, such as `0-1048576,9000000-9262144`; each end is exclusive. */
      ranges: byteRangesSchema,
    }),
    output: uploadPreviewSchema,
    body: 'stream',
  }),
  'PUT /uploads/:id/reading': route({
    isRelayed: true,
    access: 'editor',
    audit: null,
    needs: 'edit upload',
    stale: [],
    summary: { en_US: 'Read a file again with different options', zh_CN: '按所选选项重新读取文件' },
    errors: [...fileErrors, 'upload_not_ready', 'cancelled'],
    input: z.strictObject({ id: idSchema, options: readingOptionsSchema }),
    output: uploadSchema,
  }),
  'DELETE /uploads/:id': route({
    isRelayed: true,
    access: 'editor',
    audit: null,
    needs: 'edit upload',
    stale: [],
    summary: { en_US: 'Cancel an upload or delete its file', zh_CN: '取消上传，或丢弃文件' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /uploads/:id/matches': route({
    access: 'editor',
    needs: 'edit upload',
    isReadOnly: true,
    summary: {
      en_US: 'Suggest a column mapping from a file to a dataset',
      zh_CN: '推荐文件各列与数据集各列的对应关系',
    },
    errors: ['upload_not_ready', 'connection_takes_no_rows'],
    input: z.strictObject({ id: idSchema, table: z.int().min(0), dataset: idSchema }),
    output: z.array(columnMatchSchema),
  }),
  'POST /uploads/:id/imports': route({
    isRelayed: true,
    access: 'editor',
    audit: importFileAction,
    needs: 'edit upload',
    stale: ['applications'],
    summary: { en_US: 'Import tables of a file into datasets', zh_CN: '将文件中的表导入数据集' },
    errors: [
      'connection_takes_no_rows',
      'upload_not_ready',
      'columns_clash',
      'name_taken',
      'too_many_rejects',
      'rows_missing',
      'no_rows_fit',
      'cancelled',
      ...placeErrors,
    ],
    input: z.strictObject({
      id: idSchema,
      /** An existing application, or the name of a new one. */
      application: z.union([
        z.strictObject({ id: idSchema }),
        z.strictObject({ name: nameSchema, folder: newFolderSchema }),
      ]),
      imports: z.array(plannedImportSchema).min(1).max(100),
    }),
    output: z.array(importSchema),
  }),
  'GET /applications/:id/imports': route({
    access: 'member',
    needs: 'view application',
    summary: { en_US: "List an application's imports, newest first", zh_CN: '列出应用的导入，最新的在前' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(importSchema),
  }),
  'GET /imports/:id': route({
    access: 'member',
    needs: 'view import',
    summary: { en_US: 'Get an import and its progress', zh_CN: '读取导入及其进度' },
    input: z.strictObject({ id: idSchema }),
    output: importSchema,
  }),
  'POST /imports/:id/confirm': route({
    isRelayed: true,
    access: 'editor',
    audit: importFileAction,
    needs: 'edit import',
    stale: ['import/:id'],
    summary: {
      en_US: 'Confirm an import that would lose rows or columns',
      zh_CN: '确认导入，接受将丢失的行或列',
    },
    errors: ['import_not_waiting', 'upload_not_ready', 'columns_clash'],
    input: z.strictObject({ id: idSchema }),
    output: importSchema,
  }),
  'DELETE /imports/:id': route({
    isRelayed: true,
    access: 'editor',
    audit: { area: 'data', action: 'cancel_import', en_US: 'Cancel an import', zh_CN: '取消导入' },
    needs: 'edit import',
    stale: ['import/:id', 'application'],
    summary: { en_US: 'Cancel an import', zh_CN: '取消导入' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
