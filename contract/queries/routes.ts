import { z } from 'zod';

import type { ErrorBody } from '#contract/errors.ts';
import { askSchema, timeZoneSchema } from './schemas.ts';
import type { Param, Result, TableBinding } from '#domain/query/query.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';

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

const queryInput = { ask: askSchema, zone: timeZoneSchema };

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

/** Rows of a long result, up to 10,000 a line, by column as in the result. The last line is `end`. */
export type RowsLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'running'; rows: number }
  | { kind: 'rows'; values: unknown[][] }
  | { kind: 'end'; rows: number; isCutOff: boolean }
  | { kind: 'error'; error: ErrorBody };

/** A SQL query that a member has executed. */
export const historyEntrySchema = z.object({
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
    reads: true,
    summary: 'Ask a question, by its parts or in SQL; SQL is for editors',
    input: z.strictObject({
      ...queryInput,
      /** Where the query comes from, which decides its timeout; viewers always have that of cards. */
      place: z.enum(['card', 'editor']).default('card'),
      /** Whether to skip the cache. */
      fresh: z.boolean().default(false),
    }),
    output: z.void(),
    gives: 'lines',
  }),
  'POST /queries/rows': route({
    access: 'member',
    reads: true,
    summary: 'Read up to a million rows of an answer',
    input: z.strictObject(queryInput),
    output: z.void(),
    gives: 'lines',
  }),
  'POST /exports': route({
    access: 'member',
    act: null,
    summary: 'Write all rows of an answer into a file',
    input: z.strictObject({
      ...queryInput,
      format: z.enum(exportFormats),
      /** File name without extension. */
      name: nameSchema,
      /** Column headers in the file, by column name in the result. */
      labels: z.record(textSchema(200), textSchema(200)).default({}),
    }),
    output: z.void(),
    gives: 'lines',
  }),
  'GET /exports/:id': route({
    access: 'member',
    act: 'download_file',
    summary: 'Download a file that was exported',
    input: z.strictObject({ id: idSchema }),
    output: z.void(),
    gives: 'file',
  }),
  'GET /queries/history': route({
    access: 'member',
    summary: 'List the last questions that one asked in SQL, newest first',
    input: noInput,
    output: z.array(historyEntrySchema),
  }),
  'DELETE /queries/history': route({
    access: 'member',
    act: null,
    summary: "Forget one's questions in SQL",
    input: noInput,
    output: noOutput,
  }),
  'GET /queries/limits': route({
    access: 'member',
    summary: 'How long questions may take',
    input: noInput,
    output: queryTimeoutsSchema,
  }),
  'PUT /queries/limits': route({
    access: 'owner',
    act: 'change_limits',
    tells: ['card', 'editor'],
    summary: 'Change how long questions may take',
    input: queryTimeoutsSchema,
    output: queryTimeoutsSchema,
  }),
};
