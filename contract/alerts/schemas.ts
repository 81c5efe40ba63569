import { z } from 'zod';

import type { Filter, Formula, Grain, Param, Span, TableBinding } from '#domain/query/query.ts';
import {
  bindingsSchema,
  filterSchema,
  formulaSchema,
  grainSchema,
  paramsSchema,
  spanSchema,
  sqlSchema,
  numberSchema,
} from '#contract/queries/schemas.ts';
import { idSchema } from '#contract/route.ts';
import { textSchema, plainTextsSchema } from '#contract/text.ts';

/** Base of a comparison: the previous step, or the same step a week or a year earlier. */
const againstSchema = z.enum(['previous', 'week', 'year']);
export type Against = z.infer<typeof againstSchema>;

/** When an alert fires. `percent` is relative to the base: 20 is a fifth. */
export const conditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['above', 'below']), value: numberSchema }),
  z.strictObject({ kind: z.enum(['rises', 'falls']), percent: z.number().min(0.01).max(1e6), against: againstSchema }),
  z.strictObject({ kind: z.literal('no_data') }),
]);
export type AlertCondition = z.infer<typeof conditionSchema>;

/** How an alert evaluates its values; dataset columns are given by id, SQL columns by name. */
type WatchOptions = {
  /** Time steps; null evaluates one value, or one for each group. */
  time: { column: string; grain: Grain } | null;
  /** Evaluates each value of this column separately. */
  by: string | null;
  /** Whether the current, incomplete step counts. */
  isRunning: boolean;
};

/** Watches one formula on a dataset. */
export type QueryWatch = WatchOptions & { dataset: string; formula: Formula; filters: Filter[] };

/**
 * Watches one column of a SQL result; rows of the same step and group are summed. With a span the parameters `from` and
 * `to` are set at each check: to the steps that are evaluated, or else to the span at that time.
 */
export type SqlWatch = WatchOptions & {
  sql: string;
  params: Param[];
  /** Datasets that the names in the SQL were bound to when it was saved. */
  tables?: TableBinding[] | undefined;
  span: Span | null;
  value: string;
};

/** The number that an alert watches. */
export type AlertWatch = QueryWatch | SqlWatch;

const watchOptionsOf = <Schema extends z.ZodType<string>>(column: Schema) => ({
  time: z.strictObject({ column, grain: grainSchema }).nullable(),
  by: column.nullable(),
  isRunning: z.boolean(),
});

const columnNameSchema = textSchema(1000);

export const watchSchema: z.ZodType<AlertWatch> = z.union([
  z.strictObject({
    dataset: idSchema,
    formula: formulaSchema,
    filters: z.array(filterSchema).max(100),
    ...watchOptionsOf(idSchema),
  }),
  z.strictObject({
    sql: sqlSchema,
    params: paramsSchema,
    tables: bindingsSchema.optional(),
    span: spanSchema.nullable(),
    value: columnNameSchema,
    ...watchOptionsOf(columnNameSchema),
  }),
]);

/** One value that met the condition: its group, the value and the base it was compared with. */
export const firingSchema = z.object({
  /** Null without groups, or for the group of empty cells. */
  label: z.string().nullable(),
  /** Labels of the group, if its value has some. */
  names: plainTextsSchema.optional(),
  value: z.number().nullable(),
  base: z.number().nullable(),
});
export type Firing = z.infer<typeof firingSchema>;

/** Max values listed in a notice; the rest is only counted. */
export const maxListedFirings = 10;
