import { z } from 'zod';

import { plainTextsSchema } from '#contract/text.ts';
import { columnTypes } from '#domain/query/query.ts';
import { idSchema, route } from '#contract/route.ts';

export const dependentKinds = [
  'card',
  'control',
  'time',
  'chart',
  'metric',
  'calculation',
  'alert',
  'relation',
  'labels',
  'row_rule',
  'extract',
  'hidden',
] as const;

/**
 * Something that uses a dataset: a part of a dashboard, a saved chart, a metric, a calculated column, an alert, a relation,
 * labels of values, a row rule, an extract. Items that the reader may not see are listed without details.
 */
const dependentSchema = z.object({
  kind: z.enum(dependentKinds),
  /** Its own id; that of the column for labels; empty for the time range of a dashboard. */
  id: z.string(),
  title: plainTextsSchema,
  /** The dashboard that it is part of. */
  dashboard: z.object({ id: idSchema, title: plainTextsSchema }).nullable(),
  /** The dataset that it queries or belongs to, if it uses this one through a relation. */
  dataset: z.object({ id: idSchema, application: idSchema, title: plainTextsSchema }).nullable(),
  /** Columns that it uses, as far as they are known: SQL is not analysed. */
  columns: z.array(z.string()),
  metrics: z.array(z.string()),
  isSql: z.boolean(),
});
export type Dependent = z.infer<typeof dependentSchema>;

/** A change that could be made to a dataset. */
const datasetChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('type'), column: idSchema, type: z.enum(columnTypes) }),
  z.strictObject({ kind: z.literal('without_column'), column: idSchema }),
  z.strictObject({ kind: z.literal('without_metric'), metric: idSchema }),
  z.strictObject({ kind: z.literal('without_dataset') }),
]);
export type DatasetChange = z.infer<typeof datasetChangeSchema>;

/** A dependent tested against a change. `problem` is why it would break; a dependent that is already broken has none. */
export const testedDependentSchema = dependentSchema.extend({
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type TestedDependent = z.infer<typeof testedDependentSchema>;

export const useRoutes = {
  'GET /datasets/:id/uses': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: 'List what uses a dataset, and which columns', zh_CN: '列出数据集及其各列的使用情况' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(dependentSchema),
  }),
  'POST /datasets/:id/uses/test': route({
    access: 'editor',
    audit: null,
    needs: 'edit dataset',
    stale: [],
    summary: {
      en_US: 'Test what a change to a dataset would break; nothing is changed',
      zh_CN: '试算修改数据集会影响哪些使用；不做任何修改',
    },
    errors: ['dataset_gone', 'hidden_use_breaks', 'use_unchecked'],
    input: z.strictObject({ id: idSchema, change: datasetChangeSchema }),
    output: z.array(testedDependentSchema),
  }),
};
