import type { Dashboard } from '#contract/dashboard.ts';
import type { Template } from '#contract/dashboards.ts';
import { loadProfile, type Profiles } from '#server/datasets/profile.ts';
import { loadDataset } from '#server/datasets/read.ts';
import type { Asking } from '#server/queries/services.ts';
import { knownOf } from './amounts.ts';
import { lookAt } from './look.ts';
import { rankTraits } from './telling.ts';
import { makeDashboard } from './templates.ts';
import { traitsOf } from './traits.ts';

/** Looks at a dataset and makes a dashboard of it. */
export async function makeAutomatic(
  ctx: Asking & { profiles: Profiles },
  id: string,
  template: Template,
): Promise<Dashboard> {
  const [dataset, profile] = await Promise.all([loadDataset(ctx.db, id), loadProfile(ctx, id)]);
  const hasTime = dataset.columns.some(({ type }) => type === 'date' || type === 'time');
  const known = dataset.columns.flatMap((column) => {
    const found = profile.columns.find((each) => each.column === column.id);
    return found ? [knownOf(column, found, { rows: profile.rows, hasTime })] : [];
  });
  const traits = traitsOf(dataset, known, profile.rows);
  return makeDashboard(template, await rankTraits(traits, lookAt(ctx, traits)), new Date());
}
