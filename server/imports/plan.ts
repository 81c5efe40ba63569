import { and, eq, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { ColumnFormat, DatasetColumn } from '#contract/datasets.ts';
import type { EmptyRules } from '#contract/empty-cells.ts';
import { Problem } from '#contract/errors.ts';
import { type ImportAcceptance, type ImportColumn, type PlannedImport, rulesOf } from '#contract/imports.ts';
import { roleFor } from '#contract/column-kinds.ts';
import { isSafeChange, widenedType } from '#contract/column-types.ts';
import type { ColumnType } from '#contract/query.ts';
import type { ReadingOptions } from '#contract/reading-schemas.ts';
import type { Queryable } from '#server/database/open.ts';
import { columns, datasets } from '#server/database/schema.ts';
import { listColumns, loadRow } from '#server/datasets/read.ts';
import type { InspectedTable, Recipe } from '#engine/tables.ts';

/** A column as it will be in the dataset, and where it comes from. */
export type PlannedColumn = Omit<ImportColumn, 'id' | 'empty'> & { id: string; isNew: boolean; empty: EmptyRules };

/** An import that can be carried out. The dataset of a new name comes into being with its rows, not before. */
export type Plan = {
  table: InspectedTable;
  dataset: { id: string; name: string; isNew: boolean };
  mode: 'append' | 'replace';
  columns: PlannedColumn[];
  /** The columns of the dataset before; none if it is new. */
  known: DatasetColumn[];
  recipe: Recipe[];
  accept: ImportAcceptance[];
};

export async function planImport(
  db: Queryable,
  applicationId: string,
  tables: InspectedTable[],
  planned: PlannedImport,
): Promise<Plan> {
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
      known: [],
      columns: planColumns(planned, table, { known: [], rules: {} }),
    };
  }
  const row = await loadRow(db, dataset.id);
  if (row.applicationId !== applicationId) throw new Problem('not_found');
  const known = await listColumns(db, row.id);
  const columns = planColumns(planned, table, { known, rules: row.emptyRules });
  const existing = { id: row.id, name: row.name, isNew: false };
  return { table, mode, accept, recipe: row.recipe, dataset: existing, known, columns };
}

export async function requireFreeName(db: Queryable, applicationId: string, name: string): Promise<void> {
  const [taken] = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.applicationId, applicationId), eq(datasets.name, name), isNull(datasets.trashedAt)));
  if (taken) throw new Problem('name_taken', { value: name });
}

const newColumnId = () => `c_${randomUUID().replaceAll('-', '').slice(0, 12)}`;

type Before = { known: DatasetColumn[]; rules: Record<string, EmptyRules> };

function planColumns(
  { columns: list, mode }: PlannedImport,
  table: InspectedTable,
  { known, rules }: Before,
): PlannedColumn[] {
  const result = list.map((column): PlannedColumn => {
    const found = table.columns[column.source]!;
    const proposed = rulesOf(table.markers?.[column.source]);
    if (!column.id) return { ...column, id: newColumnId(), isNew: true, empty: { ...proposed, ...column.empty } };
    const before = known.find(({ id }) => id === column.id);
    if (!before) throw new Problem('not_found');
    const type = typeFor({ before: before.type, wanted: column.type, found: found.type, mode });
    const format = type === 'date' && found.type === 'date' ? found.format : before.format;
    const empty = { ...proposed, ...rules[before.id], ...column.empty };
    return { ...column, id: before.id, name: before.name, type, format, empty, isNew: false };
  });
  requireApart(result, known);
  return result;
}

type TypeChoice = { before: ColumnType; wanted: ColumnType; found: ColumnType; mode: Plan['mode'] };

/**
 * The type of a column that has values already. It grows by itself where that is safe; only when all rows are replaced
 * it becomes whatever the caller wants, which is confirmed first.
 */
function typeFor({ before, wanted, found, mode }: TypeChoice): ColumnType {
  // Whole numbers that look like dates by their digits can stay numbers.
  const isStillNumber = isNumber(before) && wanted === 'date' && found === 'date';
  const isWanted = mode === 'replace' && !isSafeChange(wanted, before) && !isStillNumber;
  return isWanted ? wanted : widenedType(widenedType(before, wanted), found);
}

const isNumber = (type: ColumnType) => type === 'integer' || type === 'number';

function requireApart(list: PlannedColumn[], known: DatasetColumn[]): void {
  const ids = new Set<string>();
  const kept = new Set(known.map(({ name }) => name));
  for (const { id, name, isNew } of list) {
    if (ids.has(id) || (isNew && kept.has(name))) throw new Problem('columns_clash', { column: name });
    ids.add(id);
    kept.add(name);
  }
}

const fineness: ColumnFormat[] = ['plain', 'week', 'month', 'quarter', 'year'];
/** Whether dates of a format tell more than those of another: days more than months. */
const isFiner = (a: ColumnFormat, b: ColumnFormat) => fineness.indexOf(a) < fineness.indexOf(b);

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
  const rules = Object.fromEntries(list.map(({ id, empty }) => [id, empty]));
  await tx
    .update(datasets)
    .set({ emptyRules: sql`${datasets.emptyRules} || ${JSON.stringify(rules)}::jsonb` })
    .where(eq(datasets.id, dataset.id));
  for (const { id, type, format, isNew } of list) {
    const before = known.find((column) => column.id === id);
    if (isNew || !before) continue;
    if (before.type === 'date' && type === 'date' && isFiner(format, before.format))
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

/** Later files of a dataset are read as this one was. */
export async function rememberReading(tx: Queryable, datasetId: string, options: ReadingOptions): Promise<void> {
  if (Object.keys(options).length > 0)
    await tx.update(datasets).set({ reading: options }).where(eq(datasets.id, datasetId));
}

function rowOf(column: PlannedColumn, position: number, datasetId: string): typeof columns.$inferInsert {
  const { id, name, type, role, format, unit } = column;
  return { id, datasetId, position, name, type, role, format, unit };
}
