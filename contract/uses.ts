import { z } from 'zod';

import { columnTypes } from './query.ts';
import { idSchema, route } from './route.ts';

const plainTextsSchema = z.object({ en_US: z.string(), zh_CN: z.string() });

export const dependentKinds = ['card', 'control', 'time', 'chart', 'metric', 'hidden'] as const;

/**
 * Something that shows or acts on a dataset: a part of a dashboard, a chart that was kept, a metric. Of what the reader
 * may not see it is only known that it is there.
 */
export const dependentSchema = z.object({
  kind: z.enum(dependentKinds),
  /** The card, control, chart or metric; empty for the time range of a dashboard. */
  id: z.string(),
  title: plainTextsSchema,
  /** The dashboard that it is part of. */
  dashboard: z.object({ id: idSchema, title: plainTextsSchema }).nullable(),
  /** The columns that it uses, as far as they are known: SQL does not say. */
  columns: z.array(z.string()),
  metrics: z.array(z.string()),
  isSql: z.boolean(),
});
export type Dependent = z.infer<typeof dependentSchema>;

/** What could be done to a dataset. */
export const datasetChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('type'), column: idSchema, type: z.enum(columnTypes) }),
  z.strictObject({ kind: z.literal('without_column'), column: idSchema }),
  z.strictObject({ kind: z.literal('without_metric'), metric: idSchema }),
  z.strictObject({ kind: z.literal('without_dataset') }),
]);
export type DatasetChange = z.infer<typeof datasetChangeSchema>;

/** A dependent that was tried. `problem` is why it would not work any more; what does not work now is no news. */
export const triedSchema = dependentSchema.extend({
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Tried = z.infer<typeof triedSchema>;

export const useRoutes = {
  'GET /datasets/:id/uses': route({
    access: 'member',
    needs: 'view dataset',
    summary: 'List what uses a dataset, and which of its columns',
    input: z.strictObject({ id: idSchema }),
    output: z.array(dependentSchema),
  }),
  'POST /datasets/:id/uses/test': route({
    access: 'editor',
    act: null,
    needs: 'edit dataset',
    summary: 'Try what would become of everything that uses a dataset if it were changed; nothing is changed',
    input: z.strictObject({ id: idSchema, change: datasetChangeSchema }),
    output: z.array(triedSchema),
  }),
};
