import { z } from 'zod';

import { maxLabelledValues, maxLabelLength } from '#domain/query/value-labels.ts';
import { executionErrors, queryErrors } from '#contract/error-groups.ts';
import { filterSchema, periodSchema, scalarSchema, timeZoneSchema } from '#contract/queries/schemas.ts';
import { columnIdSchema, idSchema, noOutput, route } from '#contract/route.ts';
import { textSchema, plainTextsSchema } from '#contract/text.ts';

const megabyte = 1024 * 1024;

// Names the problem, so that people get a better message than "too big".
const labelSchema = z
  .string()
  .refine((label) => label.trim().length <= maxLabelLength, { params: { problem: 'label_too_long' }, abort: true })
  .pipe(z.string().trim().pipe(textSchema(maxLabelLength)));

/** A label in each language; an empty one shows the value itself. */
const valueLabelSchema = z.strictObject({ en_US: labelSchema, zh_CN: labelSchema });

/** The columns that name the values, by language. */
const labelColumnsSchema = z.strictObject({ en_US: idSchema.nullable(), zh_CN: idSchema.nullable() });

const labelledValueSchema = z.strictObject({ value: textSchema(1000).min(1), label: valueLabelSchema });
export type LabelledValue = z.infer<typeof labelledValueSchema>;

const newLabelsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('typed'),
    values: z
      .array(labelledValueSchema)
      .refine((values) => values.length <= maxLabelledValues, { params: { problem: 'labels_too_many' } }),
  }),
  z.strictObject({ kind: z.literal('columns'), source: labelColumnsSchema }),
]);
export type NewLabels = z.infer<typeof newLabelsSchema>;

/** A column with labels. */
const columnLabelsSummarySchema = z.object({
  column: idSchema,
  source: labelColumnsSchema.nullable(),
  /** Number of values with a label; null for people who may not see all rows. */
  values: z.number().nullable(),
});
export type ColumnLabelsSummary = z.infer<typeof columnLabelsSummarySchema>;

/** The values of a column with their labels, most rows first. Values of labels that no row has any more have 0 rows. */
const columnLabelsSchema = z.object({
  source: labelColumnsSchema.nullable(),
  /** Values for which the source has several labels, of which the most frequent is used. */
  ambiguous: z.number(),
  values: z.array(z.object({ value: z.string(), rows: z.number(), label: plainTextsSchema })),
  /** Whether the column has more values than can be listed. */
  isCutOff: z.boolean(),
});
export type EditedLabels = z.infer<typeof columnLabelsSchema>;

/** Two columns with the same values, one in Chinese and one in English. */
const labelProposalSchema = z.object({ chinese: idSchema, english: idSchema });
export type LabelProposal = z.infer<typeof labelProposalSchema>;

/** Values with their row counts; `label` is null for a value without one. */
export const listedValuesSchema = z.object({
  values: z.array(z.object({ value: scalarSchema, rows: z.number(), label: plainTextsSchema.nullable() })),
  isCutOff: z.boolean(),
});
export type ListedValues = z.infer<typeof listedValuesSchema>;

const columnInput = { id: idSchema, column: idSchema };

export const valueLabelRoutes = {
  'GET /datasets/:id/labels': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: 'List the columns whose values have labels', zh_CN: '列出设有值标签的列' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(columnLabelsSummarySchema),
  }),
  'GET /datasets/:id/labels/proposals': route({
    access: 'editor',
    needs: 'edit dataset',
    summary: {
      en_US: 'List columns whose values another column has in the other language',
      zh_CN: '列出可由另一列提供另一种语言名称的列',
    },
    errors: executionErrors,
    input: z.strictObject({ id: idSchema }),
    output: z.array(labelProposalSchema),
  }),
  'GET /datasets/:id/columns/:column/labels': route({
    access: 'editor',
    needs: 'edit dataset',
    summary: { en_US: "Get a column's values with their labels", zh_CN: '读取列的值及其标签' },
    errors: ['labels_of_type', 'formula_broken', ...executionErrors],
    input: z.strictObject(columnInput),
    output: columnLabelsSchema,
  }),
  'PUT /datasets/:id/columns/:column/labels': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_value_labels', en_US: 'Change value labels', zh_CN: '修改值标签' },
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: {
      en_US: "Set what a column's values are called in each language",
      zh_CN: '设置列的值在两种语言中的名称',
    },
    errors: [
      'labels_of_type',
      'formula_broken',
      'labels_source',
      'labels_too_many',
      'label_too_long',
      'label_value_twice',
      ...executionErrors,
    ],
    input: z.strictObject({ ...columnInput, labels: newLabelsSchema }),
    output: noOutput,
    bytes: 8 * megabyte,
  }),
  'POST /datasets/:id/values': route({
    access: 'member',
    needs: 'view dataset',
    isReadOnly: true,
    summary: {
      en_US: "Search a column's values by value, label or pinyin, most frequent first",
      zh_CN: '列出列的值，行数最多的在前，可按值、标签或拼音搜索',
    },
    errors: queryErrors,
    input: z.strictObject({
      id: idSchema,
      column: columnIdSchema,
      search: textSchema(200).default(''),
      /** Only these values, to get their labels. */
      only: z.array(scalarSchema).max(1000).optional(),
      filters: z.array(filterSchema).max(100).default([]),
      period: periodSchema.default({ kind: 'all' }),
      zone: timeZoneSchema,
    }),
    output: listedValuesSchema,
  }),
};
