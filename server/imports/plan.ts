import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { ColumnFormat, DatasetColumn } from '#domain/columns/column.ts';
import { type EmptyRules, emptyRulesOf } from '#domain/cells/empty-cells.ts';
import { Problem } from '#contract/errors.ts';
import type { ImportAcceptance, ImportColumn, PlannedImport } from '#contract/imports/routes.ts';
import { roleFor } from '#domain/columns/column-kinds.ts';
import { isSafeChange, widenedType, isNumericType } from '#domain/query/column-types.ts';
import type { ColumnType } from '#domain/query/query.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import { throwNameTaken } from '#server/database/name-taken.ts';
import type { Queryable } from '#server/database/open.ts';
import { columns, datasets } from '#server/database/schema.ts';
import { listColumns, loadDatasetRow } from '#server/datasets/read.ts';
import type { InspectedTable, Recipe } from '#engine/tables.ts';

/** A column as it will be in the dataset, with its source column in the file. */
type PlannedImportColumn = Omit<ImportColumn, 'id' | 'empty'> & {
  id: string;
  isNew: boolean;
  empty: EmptyRules;
};

/** A validated import, ready to run. A new dataset is created together with its rows, not before. */
export type PreparedImport = {
  table: InspectedTable;
  dataset: { id: string; name: string; isNew: boolean };
  mode: 'append' | 'replace';
  columns: PlannedImportColumn[];
  /** The columns of the dataset before the import; empty if it is new. */
  existingColumns: DatasetColumn[];
  recipe: Recipe[];
  accept: ImportAcceptance[];
};

export async function planImport(
  db: Queryable,
  applicationId: string,
  tables: InspectedTable[],
  planned: PlannedImport,
): Promise<PreparedImport> {
  const table = tables[planned.table];
  if (!table || planned.columns.some(({ source }) => source >= table.columns.length)) throw new Problem('not_found');
  const { dataset, mode, accept } = planned;
  if ('name' in dataset) {
    await requireFreeName(db, applicationId, dataset.name);
    const id = randomUUID();
    const created = { id, name: dataset.name, isNew: true };
    return {
      table,
      mode,
      accept,
      recipe: [],
      dataset: created,
      existingColumns: [],
      columns: planColumns(planned, table, { existingColumns: [], rules: {} }),
    };
  }
  const row = await loadDatasetRow(db, dataset.id);
  if (row.applicationId !== applicationId) throw new Problem('not_found');
  const existingColumns = await listColumns(db, row.id);
  const columns = planColumns(planned, table, { existingColumns, rules: row.emptyRules });
  const existing = { id: row.id, name: row.name, isNew: false };
  return { table, mode, accept, recipe: row.recipe, dataset: existing, existingColumns, columns };
}

async function requireFreeName(db: Queryable, applicationId: string, name: string): Promise<void> {
  const [existing] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt)));
  if (existing) throw new Problem('name_taken', { value: name });
}

const newColumnId = () => `c_${randomUUID().replaceAll('-', '').slice(0, 12)}`;

type ExistingSchema = { existingColumns: DatasetColumn[]; rules: Record<string, EmptyRules> };

function planColumns(
  { columns: list, mode }: PlannedImport,
  table: InspectedTable,
  { existingColumns, rules }: ExistingSchema,
): PlannedImportColumn[] {
  const result = list.map((column): PlannedImportColumn => {
    const fileColumn = table.columns[column.source]!;
    const proposed = emptyRulesOf(table.markers?.[column.source]);
    if (!column.id) return { ...column, id: newColumnId(), isNew: true, empty: { ...proposed, ...column.empty } };
    const before = existingColumns.find(({ id }) => id === column.id);
    if (!before) throw new Problem('not_found');
    const type = typeFor({ currentType: before.type, requestedType: column.type, fileType: fileColumn.type, mode });
    const format = type === 'date' && fileColumn.type === 'date' ? fileColumn.format : before.format;
    const empty = { ...proposed, ...rules[before.id], ...column.empty };
    return { ...column, id: before.id, name: before.name, type, format, empty, isNew: false };
  });
  requireDistinctColumns(result, existingColumns);
  return result;
}

type TypeChoice = {
  currentType: ColumnType;
  requestedType: ColumnType;
  fileType: ColumnType;
  mode: PreparedImport['mode'];
};

/**
 * The type of an existing column. It widens automatically where that is safe; only when all rows are replaced does it
 * become the requested type, which needs confirmation.
 */
function typeFor({ currentType, requestedType, fileType, mode }: TypeChoice): ColumnType {
  // Integers whose digits look like dates stay numbers.
  const isStaticNumber = isNumericType(currentType) && requestedType === 'date' && fileType === 'date';
  const isRequestedTypeUsed = mode === 'replace' && !isSafeChange(requestedType, currentType) && !isStaticNumber;
  return isRequestedTypeUsed ? requestedType : widenedType(widenedType(currentType, requestedType), fileType);
}

function requireDistinctColumns(list: PlannedImportColumn[], existingColumns: DatasetColumn[]): void {
  const ids = new Set<string>();
  const usedNames = new Set(existingColumns.map(({ name }) => name));
  for (const { id, name, isNew } of list) {
    if (ids.has(id) || (isNew && usedNames.has(name))) throw new Problem('columns_clash', { column: name });
    ids.add(id);
    usedNames.add(name);
  }
}

const formatsByPrecision: ColumnFormat[] = ['plain', 'week', 'month', 'quarter', 'year'];
/** Whether one date format is more precise than another: days more than months. */
const isMorePrecise = (a: ColumnFormat, b: ColumnFormat) =>
  formatsByPrecision.indexOf(a) < formatsByPrecision.indexOf(b);

/** Creates the dataset and columns of a plan, in the transaction that publishes its rows. */
export async function applyPlan(
  tx: Queryable,
  applicationId: string,
  { dataset, columns: list }: PreparedImport,
): Promise<void> {
  if (dataset.isNew) {
    await requireFreeName(tx, applicationId, dataset.name);
    await tx
      .insert(datasets)
      .values({ id: dataset.id, applicationId, name: dataset.name })
      .catch(throwNameTaken(dataset.name));
  }
  const existingColumns = await listColumns(tx, dataset.id);
  const added = list.filter(({ isNew }) => isNew);
  requireDistinctColumns(added, existingColumns);
  if (added.length > 0)
    await tx
      .insert(columns)
      .values(added.map((column, index) => rowOf(column, existingColumns.length + index, dataset.id)));
  const rules = Object.fromEntries(list.map(({ id, empty }) => [id, empty]));
  await tx
    .update(datasets)
    .set({ emptyRules: sql`${datasets.emptyRules} || ${JSON.stringify(rules)}::jsonb` })
    .where(eq(datasets.id, dataset.id));
  for (const { id, type, format, isNew } of list) {
    const before = existingColumns.find((column) => column.id === id);
    if (isNew || !before) continue;
    if (before.type === 'date' && type === 'date' && isMorePrecise(format, before.format))
      await tx.update(columns).set({ format }).where(eq(columns.id, id));
    if (before.type === type) continue;
    const described = isSafeChange(before.type, type)
      ? {}
      : { role: roleFor({ name: before.name, type }), format: 'plain' as const, unit: '' };
    await tx
      .update(columns)
      .set({ type, ...described })
      .where(eq(columns.id, id));
  }
}

/** Stores the reading options, so that later files of the dataset are read the same way. */
export async function saveReadingOptions(tx: Queryable, datasetId: string, options: ReadingOptions): Promise<void> {
  if (Object.keys(options).length > 0)
    await tx.update(datasets).set({ reading: options }).where(eq(datasets.id, datasetId));
}

function rowOf(column: PlannedImportColumn, position: number, datasetId: string): typeof columns.$inferInsert {
  const { id, name, type, role, format, unit } = column;
  return { id, datasetId, position, name, type, role, format, unit };
}
