import { asc, eq, inArray, or } from 'drizzle-orm';

import type { Relation } from '#contract/relations/routes.ts';
import { findRight } from '#server/access/rights.ts';
import { applications, calculatedColumns, columns, datasets, relations } from '#server/database/schema.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';

export type RelationRow = typeof relations.$inferSelect;

/** The relations of a dataset in both directions, oldest first; those to datasets that the caller may not see are left out. */
export async function listRelations(ctx: ExecutionContext, dataset: string): Promise<Relation[]> {
  const rows = await ctx.db
    .select()
    .from(relations)
    .where(or(eq(relations.datasetId, dataset), eq(relations.relatedId, dataset)))
    .orderBy(asc(relations.createdAt), asc(relations.id));
  return describeRelations(ctx, rows);
}

/** Adds the names of datasets and columns; relations to datasets that the caller may not see are left out. */
export async function describeRelations(ctx: ExecutionContext, rows: RelationRow[]): Promise<Relation[]> {
  const visible = await loadVisibleDatasets(ctx, [...new Set(rows.flatMap((row) => [row.datasetId, row.relatedId]))]);
  const ids = [...new Set(rows.flatMap(({ keys }) => keys.flatMap((key) => [key.column, key.relatedColumn])))];
  const nameOf = await loadColumnNames(ctx, ids);
  return rows.flatMap(({ id, datasetId, relatedId, label, cardinality, keys }): Relation[] => {
    const [from, to] = [visible.get(datasetId), visible.get(relatedId)];
    if (!from || !to) return [];
    const namedKeys = keys.map((key) => ({
      ...key,
      columnName: nameOf.get(key.column) ?? null,
      relatedColumnName: nameOf.get(key.relatedColumn) ?? null,
    }));
    return [{ id, label, cardinality, from, to, keys: namedKeys }];
  });
}

/** Names of stored and calculated columns by id. */
async function loadColumnNames({ db }: ExecutionContext, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = await Promise.all(
    [columns, calculatedColumns].map((table) =>
      db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids)),
    ),
  );
  return new Map(named.flat().map(({ id, name }) => [id, name]));
}

/** Datasets by id that the caller may see and that are not in the trash. */
export async function loadVisibleDatasets(
  ctx: ExecutionContext,
  ids: string[],
): Promise<Map<string, Relation['from']>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      id: datasets.id,
      name: datasets.name,
      label: datasets.label,
      applicationId: applications.id,
      application: applications.name,
    })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(inArray(datasets.id, ids));
  const rights = await Promise.all(rows.map(async ({ id }) => findRight(ctx, { kind: 'dataset', id })));
  return new Map(rows.filter((_, index) => rights[index]).map((row) => [row.id, row]));
}
