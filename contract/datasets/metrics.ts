import { z } from 'zod';

import { datasetSchema, datasetSummarySchema, localizedTextSchema } from './routes.ts';
import { columnFormats } from '#domain/columns/column.ts';
import { formulaSchema } from '#contract/queries/schemas.ts';
import { idSchema, noInput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';

const metric = {
  name: nameSchema,
  label: localizedTextSchema(100),
  format: z.enum(columnFormats),
  unit: textSchema(20),
  formula: formulaSchema,
};

/** A dataset in the list of all datasets. */
export const listedDatasetSchema = datasetSummarySchema.extend({ application: z.string() });
export type ListedDataset = z.infer<typeof listedDatasetSchema>;

export const metricRoutes = {
  'GET /datasets': route({
    access: 'member',
    summary: { en_US: 'List every dataset, with the name of its application', zh_CN: '列出所有数据集及其应用名称' },
    input: noInput,
    output: z.array(listedDatasetSchema),
  }),
  'POST /datasets/:id/metrics': route({
    access: 'editor',
    act: 'create_metric',
    tells: ['name'],
    needs: 'edit dataset',
    summary: { en_US: 'Name a calculation', zh_CN: '新建指标' },
    input: z.strictObject({ id: idSchema, ...metric }),
    output: datasetSchema,
  }),
  'PUT /datasets/:id/metrics/:metric': route({
    access: 'editor',
    act: 'change_metric',
    tells: ['name'],
    needs: 'edit dataset',
    summary: { en_US: 'Change a named calculation', zh_CN: '修改指标' },
    input: z.strictObject({ id: idSchema, metric: idSchema, ...metric }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id/metrics/:metric': route({
    access: 'editor',
    act: 'delete_metric',
    needs: 'edit dataset',
    summary: { en_US: 'Remove a named calculation', zh_CN: '移除指标' },
    input: z.strictObject({ id: idSchema, metric: idSchema }),
    output: datasetSchema,
  }),
};
