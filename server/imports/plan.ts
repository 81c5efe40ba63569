import { and, eq, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { DatasetColumn } from '#contract/datasets.ts';
import { Problem } from '#contract/errors.ts';
import type { ImportColumn, PlannedImport } from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';
import type { ReadingOptions } from '#contract/reading-schemas.ts';
import type { Queryable } from '#server/database/open.ts';
import { columns, datasets } from '#server/database/schema.ts';
import { listColumns, loadRow } from '#server/datasets/read.ts';
import type { InspectedTable, Recipe } from '#engine/tables.ts';
import { canBecome } from './match.ts';

/** A column as it will be in the dataset, and where it comes from. */
export type PlannedColumn = Omit<ImportColumn, 'id'> & { id: string; isNew: boolean };

/** An import that can be carried out. The dataset of a new name comes into being with its rows, not before. */
export type Plan = {
  table: InspectedTable;
  dataset: { id: string; name: string; isNew: boolean };
  mode: 'append' | 'replace';
  columns: PlannedColumn[];
  recipe: Recipe[];
};

export async function planImport(
  db: Queryable,
  applicationId: string,
  tables: InspectedTable[],
  planned: PlannedImport,
): Promise<Plan> {
  const table = tables[planned.table];
  if (!table || planned.columns.some(({ source }) => source >= table.columns.length)) throw new Problem('not_found');
  const { dataset, mode } = planned;
  if ('name' in dataset) {
    await requireFreeName(db, applicationId, dataset.name);
    const id = randomUUID();
    return {
      table,
      mode,
      recipe: [],
      dataset: { id, name: dataset.name, isNew: true },
      columns: planColumns(planned, []),
    };
  }
  const row = await loadRow(db, dataset.id);
  if (row.applicationId !== applicationId) throw new Problem('not_found');
  const known = await listColumns(db, row.id);
  const list = planColumns(planned, known);
  return { table, mode, recipe: row.recipe, dataset: { id: row.id, name: row.name, isNew: false }, columns: list };
}

export async function requireFreeName(db: Queryable, applicationId: string, name: string): Promise<void> {
  const [taken] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt)));
  if (taken) throw new Problem('name_taken', { value: name });
}

const newColumnId = () => `c_${randomUUID().replaceAll('-', '').slice(0, 12)}`;

function planColumns({ columns: list, mode }: PlannedImport, known: DatasetColumn[]): PlannedColumn[] {
  const result = list.map((column): PlannedColumn => {
    if (!column.id) return { ...column, id: newColumnId(), isNew: true };
    const before = known.find(({ id }) => id === column.id);
    if (!before) throw new Problem('not_found');
    const type = mode === 'replace' ? column.type : typeFor(before.type, column.type);
    return { ...column, id: before.id, name: before.name, type, isNew: false };
  });
  requireApart(result, known);
  return result;
}

// What is there already stays readable: a column only grows to a type that holds both.
function typeFor(before: ColumnType, wanted: ColumnType): ColumnType {
  const grows = (before === 'integer' && wanted === 'number') || (before === 'date' && wanted === 'time');
  return grows && canBecome(before, wanted) ? wanted : before;
}

function requireApart(list: PlannedColumn[], known: DatasetColumn[]): void {
  const ids = new Set<string>();
  const kept = new Set(known.map(({ name }) => name));
  for (const { id, name, isNew } of list) {
    if (ids.has(id) || (isNew && kept.has(name))) throw new Problem('columns_clash', { column: name });
    ids.add(id);
    kept.add(name);
  }
}

/** Makes the dataset and the columns that a plan needs, in the transaction that publishes its rows. */
export async function applyPlan(tx: Queryable, applicationId: string, { dataset, columns: list }: Plan): Promise<void> {
  if (dataset.isNew) {
    await requireFreeName(tx, applicationId, dataset.name);
    await tx.insert(datasets).values({ id: dataset.id, applicationId, name: dataset.name });
  }
  const known = await listColumns(tx, dataset.id);
  const added = list.filter(({ isNew }) => isNew);
  requireApart(added, known);
  if (added.length > 0)
    await tx.insert(columns).values(added.map((column, index) => rowOf(column, known.length + index, dataset.id)));
  for (const { id, type, isNew } of list) {
    if (!isNew && known.find((column) => column.id === id)?.type !== type) {
      await tx.update(columns).set({ type }).where(eq(columns.id, id));
    }
  }
}

/** Later files of a dataset are read as this one was. */
export async function rememberReading(tx: Queryable, datasetId: string, options: ReadingOptions): Promise<void> {
  if (Object.keys(options).length > 0)
    await tx.update(datasets).set({ reading: options }).where(eq(datasets.id, datasetId));
}

function rowOf(column: PlannedColumn, position: number, datasetId: string): typeof columns.$inferInsert {
  const { id, name, type, role, format, unit } = column;
  return { id, datasetId, position, name, type, role, format, unit };
}
