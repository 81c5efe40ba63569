import { z } from 'zod';

import { idSchema, route } from '#contract/route.ts';
import { plainTextsSchema } from '#contract/text.ts';

/** Kinds of nodes in a lineage, in the order of the data: each is fed by kinds before it. */
export const lineageKinds = [
  'application',
  'dataset',
  'extract',
  'metric',
  'dashboard',
  'chart',
  'alert',
  'report',
  'share',
] as const;
export type LineageKind = (typeof lineageKinds)[number];

const lineageNodeSchema = z.object({
  /** Kind and id: ids are unique only within a kind. */
  key: z.string(),
  kind: z.enum(lineageKinds),
  id: idSchema,
  title: plainTextsSchema,
  /** The parent in the URL of its page: the application of a dataset, the dataset of a metric, the dashboard of a link. */
  parent: z.object({ id: idSchema, application: idSchema.nullable() }).nullable(),
  /** The cards of a dashboard that are part of the lineage. */
  cards: z.array(z.object({ id: z.string(), title: plainTextsSchema })),
  isLate: z.boolean(),
  isVerified: z.boolean(),
});
export type LineageNode = z.infer<typeof lineageNodeSchema>;

const lineageEdgeSchema = z.object({
  from: z.string(),
  to: z.string(),
  /**
   * Label of the relation through which queries on the second dataset use columns of the first; null for a flow of data.
   */
  relation: plainTextsSchema.nullable(),
});
export type LineageEdge = z.infer<typeof lineageEdgeSchema>;

/** The upstream and downstream nodes of one object. */
const lineageSchema = z.object({
  /** The key of that node. */
  focus: z.string(),
  nodes: z.array(lineageNodeSchema),
  edges: z.array(lineageEdgeSchema),
  /** Number of uses that the reader may not see. */
  hidden: z.int(),
});
export type Lineage = z.infer<typeof lineageSchema>;

const byId = z.strictObject({ id: idSchema });

export const lineageRoutes = {
  'GET /datasets/:id/lineage': route({
    access: 'member',
    needs: 'view dataset',
    summary: {
      en_US: 'Get the lineage of a dataset: where its data comes from and where it is used',
      zh_CN: '查看数据集的来源和去向',
    },
    input: byId,
    output: lineageSchema,
  }),
  'GET /datasets/:id/metrics/:metric/lineage': route({
    access: 'member',
    needs: 'view dataset',
    summary: {
      en_US: 'Get the lineage of a metric: its source columns and where it is used',
      zh_CN: '查看指标的来源和去向',
    },
    input: z.strictObject({ id: idSchema, metric: idSchema }),
    output: lineageSchema,
  }),
  'GET /dashboards/:id/lineage': route({
    access: 'member',
    needs: 'view dashboard',
    summary: {
      en_US: 'Get the lineage of a dashboard: where its data comes from and where it is sent',
      zh_CN: '查看仪表盘的数据来源和去向',
    },
    input: byId,
    output: lineageSchema,
  }),
  'GET /alerts/:id/lineage': route({
    access: 'member',
    summary: { en_US: 'Get the lineage of an alert: where its data comes from', zh_CN: '查看预警的数据来源' },
    input: byId,
    output: lineageSchema,
  }),
};
