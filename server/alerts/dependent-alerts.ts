import { sql } from 'drizzle-orm';

import type { AlertWatch } from '#contract/alerts/schemas.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import { alerts } from '#server/database/schema.ts';
import { specsReading, type DependentUse, factsOf, hiddenUseOf } from '#server/dashboards/dependents.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { queryOfWatch } from './query-series.ts';

/** The query of a watch over the latest steps, to check what it reads and whether it can run. */
export const specOfWatch = (watch: AlertWatch): QuerySpec =>
  'sql' in watch
    ? { kind: 'sql', sql: watch.sql, params: watch.params, limit: 1, tables: watch.tables }
    : queryOfWatch(watch, 2);

/** The alerts that read a dataset. Alerts of other members are hidden, except to owners. */
export async function findDependentAlerts(ctx: QueryContext, dataset: string): Promise<DependentUse[]> {
  const { member } = ctx.identity;
  const mentioning = await ctx.db
    .select()
    .from(alerts)
    .where(sql`position(${dataset} in ${alerts.watch}::text) > 0 or ${dataset} = any (${alerts.reads})`)
    .orderBy(alerts.createdAt);
  const uses: DependentUse[] = [];
  for (const { id, name, memberId, watch } of mentioning) {
    const specs = await specsReading(ctx, dataset, [specOfWatch(watch)]);
    if (specs.length === 0) continue;
    const title = { en_US: name, zh_CN: name };
    const use: DependentUse = {
      specs,
      dependent: { kind: 'alert', id, title, dashboard: null, dataset: null, ...factsOf(specs) },
    };
    uses.push(member.role === 'owner' || memberId === member.id ? use : hiddenUseOf(use));
  }
  return uses;
}
