import { z } from 'zod';

import { datasetSchema, datasetSummarySchema, localizedTextSchema } from './routes.ts';
import { columnFormats } from '#domain/columns/column.ts';
import { formulaSchema } from '#contract/queries/schemas.ts';
import { idSchema, noInput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';
import { formulaErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';

const metric = {
  name: nameSchema,
  label: localizedTextSchema(100),
  /** Unchanged if absent. */
  description: localizedTextSchema(2000).optional(),
  format: z.enum(columnFormats),
  unit: textSchema(20),
  formula: formulaSchema,
};

/** A dataset in the list of all datasets. */
const listedDatasetSchema = datasetSummarySchema.extend({ application: z.string() });
export type ListedDataset = z.infer<typeof listedDatasetSchema>;

const metricErrors: ErrorCode[] = [
  ...formulaErrors,
  'dataset_gone',
  'formula_broken',
  'formula_too_large',
  'metric_nested',
  'name_taken',
  'query_part_unknown',
  'value_misfit',
];

export const metricRoutes = {
  'GET /datasets': route({
    access: 'member',
    summary: { en_US: "List all datasets with their application's name", zh_CN: '列出所有数据集及其应用名称' },
    input: noInput,
    output: z.array(listedDatasetSchema),
  }),
  'POST /datasets/:id/metrics': route({
    access: 'editor',
    audit: { area: 'data', action: 'create_metric', en_US: 'Create a metric', zh_CN: '创建指标' },
    auditedFields: ['name'],
    needs: 'edit dataset',
    stale: [],
    summary: { en_US: 'Create a metric', zh_CN: '新建指标' },
    errors: metricErrors,
    input: z.strictObject({ id: idSchema, ...metric }),
    output: datasetSchema,
  }),
  'PUT /datasets/:id/metrics/:metric': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_metric', en_US: 'Change a metric', zh_CN: '修改指标' },
    auditedFields: ['name'],
    needs: 'edit dataset',
    stale: [],
    summary: { en_US: 'Update a metric', zh_CN: '修改指标' },
    errors: metricErrors,
    input: z.strictObject({ id: idSchema, metric: idSchema, ...metric }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id/metrics/:metric': route({
    access: 'editor',
    audit: { area: 'data', action: 'delete_metric', en_US: 'Delete a metric', zh_CN: '删除指标' },
    needs: 'edit dataset',
    stale: [],
    summary: { en_US: 'Delete a metric', zh_CN: '移除指标' },
    input: z.strictObject({ id: idSchema, metric: idSchema }),
    output: datasetSchema,
  }),
};
