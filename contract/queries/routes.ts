import { z } from 'zod';

import type { ErrorBody } from '#contract/errors.ts';
import { querySpecSchema, timeZoneSchema } from './schemas.ts';
import type { ColumnLabels, Param, Result, TableBinding } from '#domain/query/query.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';
import { queryErrors } from '#contract/error-groups.ts';
import { downloadFileAction } from '#contract/audit/shared-actions.ts';

/** Query timeouts in seconds: for cards, and for the SQL editor. */
export const queryTimeoutsSchema = z.strictObject({
  card: z.int().min(1).max(600),
  editor: z.int().min(1).max(3600),
});
export type QueryTimeouts = z.infer<typeof queryTimeoutsSchema>;

/** Max rows in a response; an exported file holds all rows. */
export const maxAnswerRows = 10_000;

/** Max rows that can be browsed in a table. */
export const maxTableRows = 1_000_000;

const queryInput = { ask: querySpecSchema, zone: timeZoneSchema };

/**
 * Progress of a query; the last line is a result or an error. `position` is the number of queries ahead of it in the
 * queue.
 */
export type AnswerLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'running' }
  | { kind: 'result'; result: Result }
  | { kind: 'error'; error: ErrorBody };

export const exportFormats = ['csv', 'xlsx', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Progress of an export; a ready file can be downloaded for an hour. `isCutOff` means that its format holds no more
 * rows.
 */
export type ExportLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'running'; rows: number }
  | { kind: 'ready'; id: string; name: string; rows: number; bytes: number; isCutOff: boolean }
  | { kind: 'error'; error: ErrorBody };

/**
 * Rows of a long result, up to 10,000 a line, by column as in the result; then the labels of their values. The last line
 * is `end`.
 */
export type RowsLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'running'; rows: number }
  | { kind: 'rows'; values: unknown[][] }
  | { kind: 'labels'; labels: ColumnLabels[] }
  | { kind: 'end'; rows: number; isCutOff: boolean }
  | { kind: 'error'; error: ErrorBody };

/** A SQL query that a member has executed. */
const historyEntrySchema = z.object({
  id: idSchema,
  sql: z.string(),
  params: z.array(z.custom<Param>()),
  /** Datasets that its table names were bound to. */
  tables: z.array(z.custom<TableBinding>()),
  askedAt: momentSchema,
  milliseconds: z.number().nullable(),
  rows: z.number().nullable(),
  /** The error code, if it failed. */
  error: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const queryRoutes = {
  'POST /queries': route({
    access: 'member',
    isReadOnly: true,
    summary: {
      en_US: 'Run a query, structured or in SQL; SQL is for editors',
      zh_CN: '提问：点选的各部分，或 SQL（仅限编辑者）',
    },
    errors: [...queryErrors, 'forbidden', 'no_such_version'],
    input: z.strictObject({
      ...queryInput,
      /** Where the query comes from, which decides its timeout; viewers always have that of cards. */
      place: z.enum(['card', 'editor']).default('card'),
      /** Whether to skip the cache. */
      fresh: z.boolean().default(false),
    }),
    output: z.void(),
    response: 'lines',
  }),
  'POST /queries/rows': route({
    access: 'member',
    isReadOnly: true,
    summary: { en_US: 'Get up to a million rows of a result', zh_CN: '读取结果的数据行，最多一百万行' },
    errors: [...queryErrors, 'forbidden', 'no_rows_behind', 'no_such_version'],
    input: z.strictObject(queryInput),
    output: z.void(),
    response: 'lines',
  }),
  'POST /exports': route({
    access: 'member',
    allowsSeeAs: true,
    audit: null,
    stale: [],
    summary: { en_US: 'Export all rows of a result to a file', zh_CN: '将结果的全部行写入文件' },
    errors: [...queryErrors, 'forbidden', 'export_too_large', 'no_such_version'],
    input: z.strictObject({
      ...queryInput,
      format: z.enum(exportFormats),
      /** File name without extension. */
      name: nameSchema,
      /** Column headers in the file, by column name in the result. */
      labels: z.record(textSchema(200), textSchema(200)).default({}),
    }),
    output: z.void(),
    response: 'lines',
  }),
  'GET /exports/:id': route({
    isRelayed: true,
    access: 'member',
    audit: downloadFileAction,
    summary: { en_US: 'Download an exported file', zh_CN: '下载导出的文件' },
    errors: ['export_gone'],
    input: z.strictObject({ id: idSchema }),
    output: z.void(),
    response: 'file',
  }),
  'GET /queries/history': route({
    access: 'member',
    summary: {
      en_US: 'List your SQL query history, newest first',
      zh_CN: '列出自己最近运行的 SQL，最新的在前',
    },
    input: noInput,
    output: z.array(historyEntrySchema),
  }),
  'DELETE /queries/history': route({
    access: 'member',
    audit: null,
    stale: [],
    summary: { en_US: 'Clear your SQL query history', zh_CN: '清空自己的 SQL 记录' },
    input: noInput,
    output: noOutput,
  }),
  'GET /queries/limits': route({
    access: 'member',
    summary: { en_US: 'Get query time limits', zh_CN: '查询的时限' },
    input: noInput,
    output: queryTimeoutsSchema,
  }),
  'PUT /queries/limits': route({
    access: 'owner',
    audit: { area: 'installation', action: 'change_limits', en_US: 'Change time limits', zh_CN: '修改查询时限' },
    auditedFields: ['card', 'editor'],
    stale: [],
    summary: { en_US: 'Set query time limits', zh_CN: '修改查询的时限' },
    input: queryTimeoutsSchema,
    output: queryTimeoutsSchema,
  }),
};
