import type { metricRoutes } from '#contract/datasets/metrics.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { relationRoutes } from '#contract/relations/routes.ts';
import { emptyQuerySpec, type Formula } from '#domain/query/query.ts';
import type { Handlers } from '#server/context.ts';
import { loadWholeSnapshot } from '#server/datasets/current-snapshot.ts';
import { type ChangedMetric, insertMetric, type NewMetric, updateMetric } from '#server/datasets/metrics.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { ExecutionServices, ExecutionContext } from '#server/execution/execution.ts';
import { compileQuery, nowOf } from '#server/execution/plan.ts';
import { loadRelatedOf, trustKeys } from '#server/execution/related-snapshots.ts';
import { changeRelation, createRelation, deleteRelation } from './edit.ts';
import { matchRows } from './match.ts';
import { proposeRelations } from './proposals.ts';
import { listRelations } from './read.ts';
import { listRelatedColumns } from './related-columns.ts';

async function createMetric(ctx: ExecutionContext, input: NewMetric): Promise<Dataset> {
  await requireFormula(ctx, input.id, input.formula);
  return insertMetric(ctx.db, input);
}

async function changeMetric(ctx: ExecutionContext, input: ChangedMetric): Promise<Dataset> {
  await requireFormula(ctx, input.id, input.formula);
  return updateMetric(ctx.db, input);
}

/** A formula is valid if a query with it compiles, with the columns of related datasets. */
async function requireFormula(ctx: ExecutionContext, id: string, formula: Formula): Promise<void> {
  const dataset = await loadDataset(ctx.db, id);
  const nested = findNestedMetric(formula);
  if (nested) {
    const nestedMetric = dataset.metrics.find((each) => each.id === nested);
    throw new Problem('metric_nested', { value: nestedMetric?.name ?? nested });
  }
  const spec = { ...emptyQuerySpec(id), measures: [{ id: 'metric', formula, show: 'value' as const }] };
  const complete = await loadRelatedOf(ctx, await loadWholeSnapshot(ctx, id), spec, trustKeys);
  compileQuery(complete, { spec, zone: 'UTC', now: nowOf(), rows: 1 });
}

function findNestedMetric(formula: Formula): string | undefined {
  if (formula.kind === 'metric') return formula.metric;
  return 'left' in formula ? (findNestedMetric(formula.left) ?? findNestedMetric(formula.right)) : undefined;
}

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
