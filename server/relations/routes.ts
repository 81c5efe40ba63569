import type { metricRoutes } from '#contract/datasets/metrics.ts';
import type { relationRoutes } from '#contract/relations/routes.ts';
import type { Handlers } from '#server/context.ts';
import type { ExecutionServices } from '#server/execution/execution.ts';
import { changeRelation, createRelation, deleteRelation } from './edit.ts';
import { changeMetric, createMetric } from './metrics.ts';
import { matchRows } from './match.ts';
import { proposeRelations } from './proposals.ts';
import { listRelations } from './read.ts';
import { listRelatedColumns } from './related-columns.ts';

type FormulaRoutes = Pick<typeof metricRoutes, 'POST /datasets/:id/metrics' | 'PUT /datasets/:id/metrics/:metric'>;

export const metricFormulaHandlers: Handlers<ExecutionServices, FormulaRoutes> = {
  'POST /datasets/:id/metrics': createMetric,
  'PUT /datasets/:id/metrics/:metric': changeMetric,
};

export const relationHandlers: Handlers<ExecutionServices, typeof relationRoutes> = {
  'GET /datasets/:id/relations': (ctx, { id }) => listRelations(ctx, id),
  'GET /datasets/:id/related-columns': (ctx, { id }) => listRelatedColumns(ctx, id),
  'GET /datasets/:id/relations/proposals': (ctx, { id }) => proposeRelations(ctx, id),
  'POST /datasets/:id/relations/check': matchRows,
  'POST /datasets/:id/relations': createRelation,
  'PUT /datasets/:id/relations/:relation': changeRelation,
  'DELETE /datasets/:id/relations/:relation': (ctx, { id, relation }) => deleteRelation(ctx, id, relation),
};
