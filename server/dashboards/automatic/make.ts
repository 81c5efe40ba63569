import type { Dashboard } from '#contract/dashboard.ts';
import type { Template } from '#contract/dashboards.ts';
import { loadProfile, type Profiles } from '#server/datasets/profile.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { Asking } from '#server/queries/services.ts';
import { lookAt } from './look.ts';
import { rankGroups } from './telling.ts';
import { makeDashboard } from './templates.ts';
import { traitsOf } from './traits.ts';

/** Looks at a dataset and makes a dashboard of it. */
export async function makeAutomatic(
  ctx: Asking & { profiles: Profiles },
  id: string,
  template: Template,
): Promise<Dashboard> {
  const [dataset, profile] = await Promise.all([loadDataset(ctx.db, id), loadProfile(ctx, id)]);
  const known = dataset.columns.flatMap((column) => {
    const found = profile.columns.find((each) => each.column === column.id);
    return found ? [{ column, profile: found }] : [];
  });
  const traits = traitsOf(dataset, known, profile.rows);
  return makeDashboard(template, await rankGroups(traits, lookAt(ctx, id)), new Date());
}
