import { inArray } from 'drizzle-orm';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn, LocalizedText } from '#domain/columns/column.ts';
import { relatedColumnId } from '#domain/query/relation.ts';
import { labelOf } from '#display/words/subject.ts';
import { relations } from '#server/database/schema.ts';
import { type DatasetShape, loadVisibleShape } from '#server/execution/plan.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import { isSamePlace } from '#server/execution/related-snapshots.ts';
import { listAllColumns } from '#server/datasets/read.ts';
import type { SnapshotRelation } from '#server/datasets/snapshot.ts';
import { loadVisibleDatasets } from './read.ts';

/** Maximum number of relations in a column id, see `columnIdSchema`. */
const maxSteps = 4;
const maxColumns = 1_000;

/** A path of relations from a dataset. */
type RelationPath = {
  snapshot: DatasetShape;
  ids: string[];
  labels: LocalizedText[];
  datasets: string[];
  /** Whether several rows can have the same partner. */
  isRepeated: boolean;
};

/**
 * The columns of related datasets that queries on a dataset can use, nearest first: `Product › Group`. If their rows
 * would be counted several times, they are dimensions, never measures.
 */
export async function listRelatedColumns(ctx: ExecutionContext, dataset: string): Promise<DatasetColumn[]> {
  const snapshot = await loadVisibleShape(ctx, dataset);
  const columns: DatasetColumn[] = [];
  let paths: RelationPath[] = [{ snapshot, ids: [], labels: [], datasets: [dataset], isRepeated: false }];
  for (let step = 0; step < maxSteps && paths.length > 0 && columns.length < maxColumns; step++) {
    paths = (await Promise.all(paths.map((path) => followRelations(ctx, path)))).flat();
    for (const path of paths) columns.push(...(await columnsAt(ctx, path)));
  }
  return columns.slice(0, maxColumns);
}

/** A dataset with its own columns and those of related datasets, as queries use it. */
export async function withRelatedColumns(ctx: ExecutionContext, dataset: Dataset): Promise<Dataset> {
  if (!dataset.hasRelations) return dataset;
  return { ...dataset, columns: [...dataset.columns, ...(await listRelatedColumns(ctx, dataset.id))] };
}

async function followRelations(ctx: ExecutionContext, path: RelationPath): Promise<RelationPath[]> {
  const onwards = path.snapshot.relations.filter(({ dataset }) => !path.datasets.includes(dataset));
  if (onwards.length === 0) return [];
  const labels = await loadLabels(ctx, onwards);
  const paths = await Promise.all(
    onwards.map(async ({ id, dataset, isOneToOne }): Promise<RelationPath[]> => {
      const label = labels.get(id);
      if (!label) return [];
      const snapshot = await loadVisibleShape(ctx, dataset);
      if (!isSamePlace(path.snapshot, snapshot)) return [];
      return [
        {
          snapshot,
          ids: [...path.ids, id],
          labels: [...path.labels, label],
          datasets: [...path.datasets, dataset],
          isRepeated: path.isRepeated || !isOneToOne,
        },
      ];
    }),
  );
  return paths.flat();
}

/** The labels of relations to datasets that the caller may see; without a label, the name of the dataset. */
async function loadLabels(ctx: ExecutionContext, list: SnapshotRelation[]): Promise<Map<string, LocalizedText>> {
  const visible = await loadVisibleDatasets(ctx, [...new Set(list.map(({ dataset }) => dataset))]);
  const rows = await ctx.db
    .select({ id: relations.id, relatedId: relations.relatedId, label: relations.label })
    .from(relations)
    .where(
      inArray(
        relations.id,
        list.map(({ id }) => id),
      ),
    );
  return new Map(
    list.flatMap(({ id, dataset }) => {
      const target = visible.get(dataset);
      if (!target) return [];
      const row = rows.find((each) => each.id === id);
      // The label applies in the direction of the relation; in the other direction, the name of the dataset is used.
      const own = row?.relatedId === dataset ? row.label : { en_US: '', zh_CN: '' };
      const label = { en_US: own.en_US || labelOf(target, 'en_US'), zh_CN: own.zh_CN || labelOf(target, 'zh_CN') };
      return [[id, label] as const];
    }),
  );
}

async function columnsAt(
  ctx: ExecutionContext,
  { snapshot, ids, labels, isRepeated }: RelationPath,
): Promise<DatasetColumn[]> {
  const list = await listAllColumns(ctx.db, snapshot.origin.id);
  const prefix = (text: string, language: keyof LocalizedText) =>
    [...labels.map((label) => label[language]), text].join(' › ');
  // Formulas are left out: they belong to the other dataset.
  return list.map(({ calculation: _, ...column }) => ({
    ...column,
    id: ids.reduceRight((id, relation) => relatedColumnId(relation, id), column.id),
    name: prefix(column.name, 'en_US'),
    label: { en_US: prefix(labelOf(column, 'en_US'), 'en_US'), zh_CN: prefix(labelOf(column, 'zh_CN'), 'zh_CN') },
    role: isRepeated && column.role === 'measure' ? 'dimension' : column.role,
  }));
}
