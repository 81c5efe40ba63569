import { z } from 'zod';

import { idSchema, route } from '#contract/route.ts';
import { datasetSchema } from './routes.ts';
import { verificationNoteSchema } from './verification.ts';

const note = verificationNoteSchema.default('');

export const verificationRoutes = {
  'PUT /datasets/:id/verification': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'verify_dataset',
      en_US: 'Mark a dataset as verified',
      zh_CN: '将数据集标记为已认证',
    },
    needs: 'edit dataset',
    stale: [],
    summary: {
      en_US: 'Mark a dataset as verified; a change of its columns or source removes the mark',
      zh_CN: '将数据集标记为已认证；列或来源改变后，标记自动取消',
    },
    input: z.strictObject({ id: idSchema, note }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id/verification': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'unverify_dataset',
      en_US: 'Remove the verified mark of a dataset',
      zh_CN: '取消数据集的已认证标记',
    },
    needs: 'edit dataset',
    stale: [],
    summary: { en_US: 'Remove the verified mark of a dataset', zh_CN: '取消数据集的已认证标记' },
    input: z.strictObject({ id: idSchema }),
    output: datasetSchema,
  }),
  'PUT /datasets/:id/metrics/:metric/verification': route({
    access: 'editor',
    audit: { area: 'data', action: 'verify_metric', en_US: 'Mark a metric as verified', zh_CN: '将指标标记为已认证' },
    needs: 'edit dataset',
    stale: [],
    summary: {
      en_US: 'Mark a metric as verified; a change of its formula removes the mark',
      zh_CN: '将指标标记为已认证；公式改变后，标记自动取消',
    },
    input: z.strictObject({ id: idSchema, metric: idSchema, note }),
    output: datasetSchema,
  }),
  'DELETE /datasets/:id/metrics/:metric/verification': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'unverify_metric',
      en_US: 'Remove the verified mark of a metric',
      zh_CN: '取消指标的已认证标记',
    },
    needs: 'edit dataset',
    stale: [],
    summary: { en_US: 'Remove the verified mark of a metric', zh_CN: '取消指标的已认证标记' },
    input: z.strictObject({ id: idSchema, metric: idSchema }),
    output: datasetSchema,
  }),
};
