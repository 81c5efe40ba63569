import type { ColumnType, DatasetQuerySpec } from '#domain/query/query.ts';
import { relatedColumnId } from '#domain/query/relation.ts';
import type { DatasetSnapshot, SnapshotLabels } from '#server/datasets/snapshot.ts';

/** A column whose values have labels: its dataset, and the id that a query names it with. */
export type ColumnWithLabels = SnapshotLabels & { id: string; dataset: string; type: ColumnType };

/** Such a column in an answer, with its name there. */
export type AnsweredLabels = ColumnWithLabels & { name: string };

/** The columns of a snapshot and of those related to it whose values have labels. */
export function labelledColumnsOf({
  labels,
  source,
  calculated,
  origin,
  related,
}: DatasetSnapshot): ColumnWithLabels[] {
  const own = labels.flatMap((each): ColumnWithLabels[] => {
    const type = [...source.columns, ...calculated].find(({ id }) => id === each.column)?.type;
    return type ? [{ ...each, id: each.column, dataset: origin.id, type }] : [];
  });
  const others = related.flatMap(({ relation, snapshot }) =>
    labelledColumnsOf(snapshot).map((each) => ({ ...each, id: relatedColumnId(relation, each.id) })),
  );
  return [...own, ...others];
}

/** The labels that an answer needs. Only whole values have labels: no steps of time, bins or parts of dates. */
export function answeredLabelsOf(spec: DatasetQuerySpec, snapshot: DatasetSnapshot): AnsweredLabels[] {
  const columns = labelledColumnsOf(snapshot);
  // Rows name their columns by id.
  if (spec.kind === 'rows') return columns.map((each) => ({ ...each, name: each.id }));
  return spec.dimensions.flatMap(({ id: name, column, kind }) => {
    const match = kind === 'value' ? columns.find(({ id }) => id === column) : undefined;
    return match ? [{ ...match, name }] : [];
  });
}
