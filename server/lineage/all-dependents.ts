import type { Dependent } from '#contract/datasets/uses.ts';
import type { DatasetDependents } from '#server/dashboards/dependents.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { findDirectDependents } from './direct-dependents.ts';
import { findModelUses } from './model-uses.ts';
import { asSeenFrom, findRelatedUses } from './related-uses.ts';

/** Everything that uses a dataset: what queries it, what is defined by its columns, and what uses it through relations. */
export async function findAllDependents(ctx: QueryContext, id: string): Promise<DatasetDependents> {
  const { dataset, uses } = await findDirectDependents(ctx, id);
  const related = (await findRelatedUses(ctx, id)).flatMap((each) =>
    each.uses.map((use) => ({ ...use, dependent: asSeenFrom(each, use) })),
  );
  return { dataset, uses: [...uses, ...(await findModelUses(ctx, dataset)), ...related] };
}

export async function listDependents(ctx: QueryContext, { id }: { id: string }): Promise<Dependent[]> {
  return (await findAllDependents(ctx, id)).uses.map(({ dependent }) => dependent);
}
