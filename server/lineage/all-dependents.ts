import type { Dependent } from '#contract/datasets/uses.ts';
import { findDependentAlerts } from '#server/alerts/dependent-alerts.ts';
import { type DatasetDependents, findDependents } from '#server/dashboards/dependents.ts';
import type { QueryContext } from '#server/queries/services.ts';

/** Everything that uses a dataset: parts of published dashboards, saved charts, metrics and alerts. */
export async function findAllDependents(ctx: QueryContext, id: string): Promise<DatasetDependents> {
  const { dataset, uses } = await findDependents(ctx, id);
  return { dataset, uses: [...uses, ...(await findDependentAlerts(ctx, id))] };
}

export async function listDependents(ctx: QueryContext, { id }: { id: string }): Promise<Dependent[]> {
  return (await findAllDependents(ctx, id)).uses.map(({ dependent }) => dependent);
}
