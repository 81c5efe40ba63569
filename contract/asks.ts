import { z } from 'zod';

import type { ErrorBody } from './errors.ts';
import { askSchema, timeZoneSchema } from './queries.ts';
import type { Param, Result, TableBinding } from './query.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from './route.ts';
import { nameSchema, textSchema } from './text.ts';

/** How long an answer may take, in seconds: on a card, and where people write SQL. */
export const limitsSchema = z.strictObject({
  card: z.int().min(1).max(600),
  editor: z.int().min(1).max(3600),
});
export type Limits = z.infer<typeof limitsSchema>;

/** At most so many rows come with an answer; a file holds them all. */
export const maxAnswerRows = 10_000;

/** At most so many rows can be looked through in a table. */
export const maxTableRows = 1_000_000;

const asked = { ask: askSchema, zone: timeZoneSchema };

/** How a question is getting on; the last line is a result or an error. `position` counts those before it. */
export type AnswerLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'running' }
  | { kind: 'result'; result: Result }
  | { kind: 'error'; error: ErrorBody };

export const exportFormats = ['csv', 'xlsx', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How an export is getting on; a ready one can be downloaded for an hour. One that is cut off has as many rows as its format can hold. */
export type ExportLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'running'; rows: number }
  | { kind: 'ready'; id: string; name: string; rows: number; bytes: number; isCutOff: boolean }
  | { kind: 'error'; error: ErrorBody };

/** Rows of a long answer, up to ten thousand a line, column by column as in the result. The last line says `end`. */
export type RowsLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'running'; rows: number }
  | { kind: 'rows'; values: unknown[][] }
  | { kind: 'end'; rows: number; isCutOff: boolean }
  | { kind: 'error'; error: ErrorBody };

/** A question in SQL that someone asked. */
export const historyEntrySchema = z.object({
  id: idSchema,
  sql: z.string(),
  params: z.array(z.custom<Param>()),
  /** What its names stood for. */
  tables: z.array(z.custom<TableBinding>()),
  askedAt: momentSchema,
  milliseconds: z.number().nullable(),
  rows: z.number().nullable(),
  /** The code of what went wrong. */
  error: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const askRoutes = {
  'POST /queries': route({
    access: 'member',
    reads: true,
    summary: 'Ask a question, by its parts or in SQL; SQL is for editors',
    input: z.strictObject({
      ...asked,
      /** Where it is asked, which says how long it may take; viewers have the limit of cards everywhere. */
      place: z.enum(['card', 'editor']).default('card'),
      /** Whether it must be asked anew though the answer is known. */
      fresh: z.boolean().default(false),
    }),
    output: z.void(),
    gives: 'lines',
  }),
  'POST /queries/rows': route({
    access: 'member',
    reads: true,
    summary: 'Read up to a million rows of an answer',
    input: z.strictObject(asked),
    output: z.void(),
    gives: 'lines',
  }),
  'POST /exports': route({
    access: 'member',
    act: null,
    summary: 'Write all rows of an answer into a file',
    input: z.strictObject({
      ...asked,
      format: z.enum(exportFormats),
      /** What the file is called, without its ending. */
      name: nameSchema,
      /** What the columns are called in the file, by their names in the answer. */
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
    output: limitsSchema,
  }),
  'PUT /queries/limits': route({
    access: 'owner',
    act: 'change_limits',
    tells: ['card', 'editor'],
    summary: 'Change how long questions may take',
    input: limitsSchema,
    output: limitsSchema,
  }),
};
