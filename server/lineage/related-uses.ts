import { and, eq, or } from 'drizzle-orm';

import { undefinedIfProblem } from '#contract/errors.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import { textsOf } from '#display/words/subject.ts';
import { findRight } from '#server/access/rights.ts';
import { type DependentUse, hiddenUseOf } from '#server/dashboards/dependents.ts';
import type { Queryable } from '#server/database/open.ts';
import { relations } from '#server/database/schema.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { findDirectDependents } from './direct-dependents.ts';

/** Maximum number of relations in a column id, see `columnIdSchema`. */
const maxSteps = 4;

/** A path of relations from a root dataset; ids of columns at its end start with the prefix. */
type PrefixedPath = { root: string; prefix: string; datasets: string[] };

/** All paths of relations that lead to a dataset. */
async function listPathsTo(db: Queryable, id: string): Promise<PrefixedPath[]> {
  const all: PrefixedPath[] = [];
  let paths: PrefixedPath[] = [{ root: id, prefix: '', datasets: [id] }];
  for (let step = 0; step < maxSteps && paths.length > 0; step++) {
    paths = (await Promise.all(paths.map((path) => extendPath(db, path)))).flat();
    all.push(...paths);
  }
  return all;
}

async function extendPath(db: Queryable, { root, prefix, datasets }: PrefixedPath): Promise<PrefixedPath[]> {
  // One-to-one relations can be followed in both directions.
  const backwards = and(eq(relations.datasetId, root), eq(relations.cardinality, 'one_to_one'));
  const rows = await db
    .select()
    .from(relations)
    .where(or(eq(relations.relatedId, root), backwards));
  return rows.flatMap(({ id, datasetId, relatedId }) => {
    const start = datasetId === root ? relatedId : datasetId;
    if (datasets.includes(start)) return [];
    return [{ root: start, prefix: `${id}.${prefix}`, datasets: [start, ...datasets] }];
  });
}

/**
 * Uses that query another dataset, `root`, and reach this one through relations. Their column ids are those of `root`;
 * ids of columns of this dataset start with one of `prefixes`.
 */
export type RelatedUses = { root: string; prefixes: string[]; uses: DependentUse[] };

export async function findRelatedUses(ctx: QueryContext, id: string): Promise<RelatedUses[]> {
  const paths = await listPathsTo(ctx.db, id);
  const related: RelatedUses[] = [];
  for (const root of new Set(paths.map((path) => path.root))) {
    const prefixes = paths.filter((path) => path.root === root).map(({ prefix }) => prefix);
    const uses = await listUsesThrough(ctx, root, prefixes);
    if (uses.length > 0) related.push({ root, prefixes, uses });
  }
  return related;
}

async function listUsesThrough(ctx: QueryContext, root: string, prefixes: string[]): Promise<DependentUse[]> {
  const direct = await findDirectDependents(ctx, root).catch(undefinedIfProblem);
  // The dataset is in the trash.
  if (!direct) return [];
  const { dataset, uses } = direct;
  const usesPath = ({ columns }: Pick<Dependent, 'columns'>) =>
    columns.some((column) => prefixes.some((prefix) => column.startsWith(prefix)));
  const metrics = new Set(
    uses.flatMap(({ dependent }) => (dependent.kind === 'metric' && usesPath(dependent) ? [dependent.id] : [])),
  );
  const isUsing = ({ dependent }: DependentUse) =>
    usesPath(dependent) || dependent.metrics.some((metric) => metrics.has(metric));
  const isVisible = await findRight(ctx, { kind: 'dataset', id: root });
  const own = { id: root, application: dataset.applicationId, title: textsOf(dataset) };
  return uses.filter(isUsing).map((use) => {
    if (!isVisible) return hiddenUseOf(use);
    const isHidden = use.dependent.kind === 'hidden';
    return { ...use, dependent: { ...use.dependent, dataset: isHidden ? null : own } };
  });
}

/** A use with the columns of the dataset at the end of the relations, by their own ids. */
export function withTargetColumns({ prefixes }: RelatedUses, { dependent }: DependentUse): Dependent {
  const columns = dependent.columns.flatMap((column) => {
    const prefix = prefixes.find((each) => column.startsWith(each));
    return prefix === undefined ? [] : [column.slice(prefix.length)];
  });
  return { ...dependent, columns: [...new Set(columns)], metrics: [] };
}
