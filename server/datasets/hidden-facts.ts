import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { Dataset, DatasetSummary } from '#contract/datasets/routes.ts';
import type { Database } from '#server/database/open.ts';
import { datasets, rowRules } from '#server/database/schema.ts';
import { findRowScope, type RowReader } from '#server/row-rules/row-scope.ts';

type CountedDataset = Pick<DatasetSummary, 'id' | 'rows' | 'bytes' | 'rejects' | 'newest' | 'lateSince'>;

/** Facts about all rows. A size of zero is not shown where the number of rows is null. */
const hiddenFacts = { rows: null, bytes: 0, rejects: 0, newest: null, lateSince: null };

/** A dataset in a list, without facts about rows that the reader may not see. */
async function hideFacts<T extends CountedDataset>(ctx: RowReader, dataset: T): Promise<T> {
  return (await findRowScope(ctx, dataset.id)) ? { ...dataset, ...hiddenFacts } : dataset;
}

export const hideFactsOfAll = <T extends CountedDataset>(ctx: RowReader, list: T[]): Promise<T[]> =>
  Promise.all(list.map((dataset) => hideFacts(ctx, dataset)));

/** The same for a whole dataset. Corrections and texts that count as empty are values of its rows. */
export async function hideFactsOfDataset(ctx: RowReader, dataset: Dataset): Promise<Dataset> {
  if (!(await findRowScope(ctx, dataset.id))) return dataset;
  return { ...dataset, ...hiddenFacts, recipe: [], emptyRules: {} };
}

/** The ids of applications with a dataset of which the reader may not see all rows. */
export async function listRestrictedApplications(
  ctx: RowReader & { db: Database },
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0 || ctx.identity.member.role === 'owner') return new Set();
  const datasetsWithRules = await ctx.db
    .select({ id: datasets.id, application: datasets.applicationId })
    .from(rowRules)
    .innerJoin(datasets, eq(datasets.id, rowRules.datasetId))
    .where(and(inArray(datasets.applicationId, ids), isNull(datasets.trashedAt)));
  const restricted = new Set<string>();
  for (const { id, application } of datasetsWithRules)
    if (!restricted.has(application) && (await findRowScope(ctx, id))) restricted.add(application);
  return restricted;
}
