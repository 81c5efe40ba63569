import { z } from 'zod';

import type { Filter, Formula, Grain, Param, Span, TableBinding } from './query.ts';
import {
  bindingsSchema,
  filterSchema,
  formulaSchema,
  grainSchema,
  paramsSchema,
  spanSchema,
  sqlSchema,
} from './queries.ts';
import { idSchema } from './route.ts';
import { textSchema } from './text.ts';

const amountSchema = z.number().min(-1e15).max(1e15);

/** What a step is compared with: the one before it, or the one of a week or a year before. */
export const againstSchema = z.enum(['previous', 'week', 'year']);
export type Against = z.infer<typeof againstSchema>;

/** When an alert fires. A change is in percent of what it is compared with: 20 is a fifth. */
export const conditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['above', 'below']), value: amountSchema }),
  z.strictObject({ kind: z.enum(['rises', 'falls']), percent: z.number().min(0.01).max(1e6), against: againstSchema }),
  z.strictObject({ kind: z.literal('no_data') }),
]);
export type AlertCondition = z.infer<typeof conditionSchema>;

/** How an alert looks at its numbers; columns of a dataset go by their ids, those of SQL by their names. */
type Manner = {
  /** The steps of time; null looks at one number, or one of each value. */
  time: { column: string; grain: Grain } | null;
  /** Each value of this column is looked at by itself. */
  by: string | null;
  /** Whether the step that is not over yet counts as well. */
  isRunning: boolean;
};

/** One number of a dataset. */
export type QueryWatch = Manner & { dataset: string; formula: Formula; filters: Filter[] };

/**
 * One column of an answer to SQL; rows that fall together are added up. With a span the parameters `from` and `to` are
 * set at each check: to the steps that are looked at, or else to the span as it is then.
 */
export type SqlWatch = Manner & {
  sql: string;
  params: Param[];
  /** What the names in it stand for since it was saved. */
  tables?: TableBinding[] | undefined;
  span: Span | null;
  value: string;
};

/** What an alert looks at. */
export type Watch = QueryWatch | SqlWatch;

const mannerOf = <Schema extends z.ZodType<string>>(column: Schema) => ({
  time: z.strictObject({ column, grain: grainSchema }).nullable(),
  by: column.nullable(),
  isRunning: z.boolean(),
});

const columnNameSchema = textSchema(1000);

export const watchSchema: z.ZodType<Watch> = z.union([
  z.strictObject({
    dataset: idSchema,
    formula: formulaSchema,
    filters: z.array(filterSchema).max(100),
    ...mannerOf(idSchema),
  }),
  z.strictObject({
    sql: sqlSchema,
    params: paramsSchema,
    tables: bindingsSchema.optional(),
    span: spanSchema.nullable(),
    value: columnNameSchema,
    ...mannerOf(columnNameSchema),
  }),
]);

/** One number that met the condition: of which value, what it is, and what it was compared with. */
export const firingSchema = z.object({
  /** Null where all is looked at as one, or where a cell is empty. */
  label: z.string().nullable(),
  value: z.number().nullable(),
  base: z.number().nullable(),
});
export type Firing = z.infer<typeof firingSchema>;

/** A notice lists so many values; of the others it says how many. */
export const mostListed = 10;
