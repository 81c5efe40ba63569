import type { ExtractColumn } from '#contract/extracts/routes.ts';
import { type ColumnMatchKind, importOf, type TableEdit } from '../upload/column-plans.ts';
import type { UploadPlan } from '../upload/table-plans.ts';

// The server matches columns by name on its own.
const matchedByName = new Set<ColumnMatchKind>(['same', 'moved', 'new']);

/** Columns as edited in the preview; null for all columns as detected, including columns that are added later. */
export function webColumnsOf({ table, number, target, columns }: UploadPlan, edit: TableEdit): ExtractColumn[] | null {
  const hasEdits = [edit.columns, edit.into].some((changes) => Object.keys(changes ?? {}).length > 0);
  const isDetected = columns.every((column) => matchedByName.has(column.matchKind) && !column.typeBefore);
  if (!hasEdits && isDetected) return null;
  return importOf(number, target, columns).columns.map(({ source, ...column }) => ({
    ...column,
    key: table.columns[source]!.name,
  }));
}
