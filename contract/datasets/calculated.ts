import { z } from 'zod';

import { columnAggregations, columnFormats, columnRoles } from '#domain/columns/column.ts';
import { maxFormulaLength } from '#domain/formula/parse.ts';
import { columnTypes } from '#domain/query/query.ts';
import { executionErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { idSchema, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';
import { formulaProblems } from './errors.ts';
import { datasetSchema, localizedTextSchema, zoneSchema } from './routes.ts';

const formula = textSchema(maxFormulaLength);

const calculatedColumn = {
  name: nameSchema,
  formula,
  label: localizedTextSchema(100),
  /** Unchanged if absent. */
  description: localizedTextSchema(2000).optional(),
  /** By the type if absent. */
  role: z.enum(columnRoles).optional(),
  format: z.enum(columnFormats).default('plain'),
  unit: textSchema(20).default(''),
  aggregation: z.enum(columnAggregations).default('automatic'),
};

/** Results of a formula in the first rows, next to the columns that it uses. */
const formulaPreviewSchema = z.object({
  type: z.enum(columnTypes),
  /** Ids of the columns of `rows`; the result comes last and has no id. */
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
  /** Number of rows that were read, and of rows with an empty result although all columns that it uses have values. */
  readRows: z.number(),
  emptyRows: z.number(),
});
export type FormulaPreview = z.infer<typeof formulaPreviewSchema>;

const formulaCodes = Object.keys(formulaProblems) as (keyof typeof formulaProblems)[];
const calculationErrors: ErrorCode[] = [...formulaCodes, 'formula_broken', 'formula_circular'];

export const calculatedRoutes = {
  'POST /datasets/:id/formula': route({
    access: 'editor',
    audit: null,
    isReadOnly: true,
    needs: 'edit dataset',
    summary: { en_US: 'Check a formula and preview its values', zh_CN: '检查公式并预览结果' },
    errors: [...calculationErrors, ...executionErrors],
    input: z.strictObject({
      id: idSchema,
      formula,
      /** The calculated column that is edited, if it exists. */
      calculation: idSchema.optional(),
      zone: zoneSchema.default('UTC'),
    }),
    output: formulaPreviewSchema,
  }),
  'POST /datasets/:id/calculated-columns': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'create_calculated_column',
      en_US: 'Create a calculated column',
      zh_CN: '新建计算列',
    },
    auditedFields: ['name'],
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: { en_US: 'Create a calculated column', zh_CN: '新建计算列' },
    errors: [...calculationErrors, 'calculated_columns_limit', 'name_taken'],
    input: z.strictObject({ id: idSchema, ...calculatedColumn }),
    output: datasetSchema,
  }),
  'PUT /datasets/:id/calculated-columns/:calculation': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'change_calculated_column',
      en_US: 'Change a calculated column',
      zh_CN: '修改计算列',
    },
    auditedFields: ['name'],
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: { en_US: 'Update a calculated column', zh_CN: '修改计算列' },
    errors: [...calculationErrors, 'name_taken'],
    input: z.strictObject({ id: idSchema, calculation: idSchema, ...calculatedColumn }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id/calculated-columns/:calculation': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'delete_calculated_column',
      en_US: 'Delete a calculated column',
      zh_CN: '删除计算列',
    },
    needs: 'edit dataset',
    stale: [],
    summary: { en_US: 'Delete a calculated column', zh_CN: '删除计算列' },
    input: z.strictObject({ id: idSchema, calculation: idSchema }),
    output: datasetSchema,
  }),
};
