import { findDependentAlerts } from '#server/alerts/dependent-alerts.ts';
import { type DatasetDependents, findDependents } from '#server/dashboards/dependents.ts';
import type { QueryContext } from '#server/queries/services.ts';

/** Uses that query a dataset: parts of published dashboards, saved charts, metrics, calculated columns and alerts. */
export async function findDirectDependents(ctx: QueryContext, id: string): Promise<DatasetDependents> {
  const { dataset, uses } = await findDependents(ctx, id);
  return { dataset, uses: [...uses, ...(await findDependentAlerts(ctx, id))] };
}
