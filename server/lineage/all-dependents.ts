import type { Dependent } from '#contract/datasets/uses.ts';
import type { DatasetDependents } from '#server/dashboards/dependents.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { findDirectDependents } from './direct-dependents.ts';
import { findModelUses } from './model-uses.ts';
import { findRelatedUses, withTargetColumns } from './related-uses.ts';

/** All uses of a dataset: queries, definitions that refer to its columns, and queries through relations. */
export async function findAllDependents(ctx: QueryContext, id: string): Promise<DatasetDependents> {
  const { dataset, uses } = await findDirectDependents(ctx, id);
  const related = (await findRelatedUses(ctx, id)).flatMap((each) =>
    each.uses.map((use) => ({ ...use, dependent: withTargetColumns(each, use) })),
  );
  return { dataset, uses: [...uses, ...(await findModelUses(ctx, dataset)), ...related] };
}

export async function listDependents(ctx: QueryContext, { id }: { id: string }): Promise<Dependent[]> {
  return (await findAllDependents(ctx, id)).uses.map(({ dependent }) => dependent);
}
