import { and, eq, ne } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import type { calculatedRoutes } from '#contract/datasets/calculated.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import { roleFor } from '#domain/columns/column-kinds.ts';
import type { Column, RowsQuery } from '#domain/query/query.ts';
import { checkFormula, sourcesOfFormula } from '#domain/formula/check.ts';
import { resolveCalculated } from '#domain/formula/resolve.ts';
import type { Expression } from '#domain/query/expression.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { dialectOf } from '#engine/sql/source.ts';
import type { CalculatedColumn } from '#engine/sql/scope.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { calculatedColumns, columns, valueLabels } from '#server/database/schema.ts';
import { publishDatasetEdit } from './edit.ts';
import { markChanged } from './freshness.ts';
import { removeOutdatedMarks } from './outdated-marks.ts';
import { lockDataset } from './publish.ts';
import { tableOfSnapshot } from './query-table.ts';
import { listCalculated, listColumns, loadDatasetRow } from './read.ts';
import type { DatasetServices } from './services.ts';
import { type DatasetSnapshot, loadSnapshot } from './snapshot.ts';

type CalculatedRoutes = typeof calculatedRoutes;
type NewCalculation = z.output<CalculatedRoutes['POST /datasets/:id/calculated-columns']['input']>;
type ChangedCalculation = z.output<CalculatedRoutes['PUT /datasets/:id/calculated-columns/:calculation']['input']>;

const maxCalculated = 200;

export async function createCalculated(
  ctx: DatasetServices,
  { id, formula, role, ...fields }: NewCalculation,
): Promise<Dataset> {
  const calculation = `c_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const candidate = { calculation, formula, name: fields.name };
  snapshotWith(await loadSnapshot(ctx, id), candidate);
  await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    await requireRoom(tx, id);
    await requireFreeName(tx, { dataset: id, calculation, name: fields.name });
    const checked = await checkLocked(tx, id, candidate);
    const settings = { ...fields, role: role ?? roleFor({ name: fields.name, type: checked.type }) };
    await tx.insert(calculatedColumns).values({ id: calculation, datasetId: id, ...settings, ...checked });
    await removeOutdatedMarks(tx, id);
    await markChanged(tx, id);
  });
  return publishDatasetEdit(ctx.db, id);
}

export async function changeCalculated(
  ctx: DatasetServices,
  { id, calculation, formula, role, ...fields }: ChangedCalculation,
): Promise<Dataset> {
  const candidate = { calculation, formula, name: fields.name };
  snapshotWith(await loadSnapshot(ctx, id), candidate);
  await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    await requireFreeName(tx, { dataset: id, calculation, name: fields.name });
    const checked = await checkLocked(tx, id, candidate);
    const changed = await tx
      .update(calculatedColumns)
      .set({ ...fields, ...(role && { role }), ...checked })
      .where(isCalculation(id, calculation))
      .returning({ id: calculatedColumns.id });
    if (changed.length === 0) throw new Problem('not_found');
    // Labels that are taken from other columns are read again for the new values.
    await tx.update(valueLabels).set({ version: -1 }).where(eq(valueLabels.datasetId, id));
    await removeOutdatedMarks(tx, id);
    await markChanged(tx, id);
  });
  return publishDatasetEdit(ctx.db, id);
}

export async function removeCalculated(db: Database, id: string, calculation: string): Promise<Dataset> {
  await loadDatasetRow(db, id);
  await db.transaction(async (tx) => {
    await lockDataset(tx, id);
    const where = isCalculation(id, calculation);
    const deleted = await tx.delete(calculatedColumns).where(where).returning({ id: calculatedColumns.id });
    if (deleted.length === 0) throw new Problem('not_found');
    await tx.delete(valueLabels).where(eq(valueLabels.columnId, calculation));
    await removeOutdatedMarks(tx, id);
    await markChanged(tx, id);
  });
  return publishDatasetEdit(db, id);
}

const isCalculation = (dataset: string, calculation: string) =>
  and(eq(calculatedColumns.datasetId, dataset), eq(calculatedColumns.id, calculation));

async function requireRoom(tx: Queryable, id: string): Promise<void> {
  if ((await listCalculated(tx, id)).length < maxCalculated) return;
  throw new Problem('calculated_columns_limit', { limit: String(maxCalculated) });
}

type NameUse = { dataset: string; calculation: string; name: string };

/** Formulas refer to columns by name, so names are unique in a dataset. */
async function requireFreeName(tx: Queryable, { dataset, calculation, name }: NameUse): Promise<void> {
  const stored = await tx
    .select({ id: columns.id })
    .from(columns)
    .where(and(eq(columns.datasetId, dataset), eq(columns.name, name)));
  const calculated = await tx
    .select({ id: calculatedColumns.id })
    .from(calculatedColumns)
    .where(
      and(
        eq(calculatedColumns.datasetId, dataset),
        eq(calculatedColumns.name, name),
        ne(calculatedColumns.id, calculation),
      ),
    );
  if (stored.length + calculated.length > 0) throw new Problem('name_taken', { value: name });
}

type CandidateFormula = { calculation: string; formula: string; name: string };
type CheckedColumn = { expression: Expression; type: Column['type'] };

/** Checks a formula again while nothing else can change the dataset. */
async function checkLocked(tx: Queryable, id: string, candidate: CandidateFormula): Promise<CheckedColumn> {
  const stored = await listColumns(tx, id);
  const calculated = resolveCalculated(stored, await listCalculated(tx, id));
  return checkCandidate(stored, calculated, candidate);
}

/** A formula is valid if it can be parsed and does not depend on its own column, directly or indirectly. */
function checkCandidate(
  stored: Column[],
  calculated: CalculatedColumn[],
  { calculation, formula, name }: CandidateFormula,
): CheckedColumn {
  const others = calculated.filter((column) => column.id !== calculation);
  const checked = checkFormula(formula, [...stored, ...others]);
  if ('problem' in checked) throw new Problem(checked.problem.code, { ...checked.problem.params, column: name });
  if (sourcesOfFormula(checked.expression, calculated).has(calculation))
    throw new Problem('formula_circular', { column: name });
  return checked;
}

/** A snapshot with a new or changed calculated column; throws unless a query of the column compiles. */
export function snapshotWith(snapshot: DatasetSnapshot, candidate: CandidateFormula): DatasetSnapshot {
  const { calculation: id, name } = candidate;
  const checked = checkCandidate(snapshot.source.columns, snapshot.calculated, candidate);
  const others = snapshot.calculated.filter((column) => column.id !== id);
  const changed = { ...snapshot, calculated: [...others, { id, name, ...checked }] };
  compileRows(rowsQueryOf(snapshot.origin.id, [id]), tableOfSnapshot(changed), dialectOf(snapshot.source));
  return changed;
}

/** A query for the first rows of these columns. */
export const rowsQueryOf = (dataset: string, columnIds: string[]): RowsQuery => ({
  dataset,
  columns: columnIds,
  filters: [],
  period: { kind: 'all' },
  order: [],
  limit: 1_000,
  zone: 'UTC',
  now: new Date().toISOString(),
});
