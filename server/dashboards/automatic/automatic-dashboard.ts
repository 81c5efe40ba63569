import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { DashboardTemplate } from '#contract/dashboards/routes.ts';
import { loadProfile, type Profiles } from '#server/datasets/profile.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { profiledColumnOf } from './amounts.ts';
import { openAnalysis } from './analyze-data.ts';
import { rankTraits } from './rank-traits.ts';
import { makeDashboard } from './templates.ts';
import { traitsOf } from './traits.ts';

/** Creates a dashboard from the profile of a dataset. */
export async function createAutomaticDashboard(
  ctx: QueryContext & { profiles: Profiles },
  id: string,
  template: DashboardTemplate,
): Promise<Dashboard> {
  const [dataset, profile] = await Promise.all([loadDataset(ctx.db, id), loadProfile(ctx, id)]);
  const hasTime = dataset.columns.some(({ type }) => type === 'date' || type === 'time');
  const columns = dataset.columns.flatMap((column) => {
    const columnProfile = profile.columns.find((each) => each.column === column.id);
    return columnProfile ? [profiledColumnOf(column, columnProfile, { rows: profile.rows, hasTime })] : [];
  });
  const traits = traitsOf(dataset, columns, profile.rows);
  return makeDashboard(template, await rankTraits(traits, openAnalysis(ctx, traits)), new Date());
}
