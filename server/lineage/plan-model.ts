import { eq } from 'drizzle-orm';

import type { Dependent } from '#contract/datasets/uses.ts';
import { Problem } from '#contract/errors.ts';
import { sourcesOfFormula } from '#domain/formula/check.ts';
import { resolveCalculated } from '#domain/formula/resolve.ts';
import { remapExpression } from '#domain/dashboard/remap.ts';
import { findRight } from '#server/access/rights.ts';
import { calculatedColumns, relations } from '#server/database/schema.ts';
import { loadSnapshot } from '#server/datasets/snapshot.ts';
import { requireKeys } from '#server/relations/match.ts';
import { type PartialPlan, type RemapPlanning, emptyPlan, planOf } from './planned-change.ts';

/** The formula must stay valid with the new column and must not become circular. */
export async function planCalculation({ ctx, mapping }: RemapPlanning, dependent: Dependent): Promise<PartialPlan> {
  const { id, title } = dependent;
  const [row] = await ctx.db.select().from(calculatedColumns).where(eq(calculatedColumns.id, id));
  if (!row) return emptyPlan;
  const before = row.expression;
  const after = remapExpression(before, mapping);
  const change = { kind: 'calculation' as const, id, title, before, after };
  if ((await findRight(ctx, { kind: 'dataset', id: mapping.from })) !== 'edit')
    return planOf(dependent, new Problem('view_only'), change);
  const { source, calculated } = await loadSnapshot(ctx, mapping.from);
  const changed = calculated.map((column) => (column.id === id ? { ...column, expression: after } : column));
  if (sourcesOfFormula(after, changed).has(id))
    return planOf(dependent, new Problem('formula_circular', { column: row.name }), change);
  const isBroken = resolveCalculated(source.columns, changed).some((column) => column.id === id && column.isBroken);
  return planOf(dependent, isBroken ? new Problem('formula_broken', { column: row.name }) : undefined, change);
}

/** The keys of a relation on the side of the dataset whose columns are replaced. */
export async function planRelation({ ctx, mapping }: RemapPlanning, dependent: Dependent): Promise<PartialPlan> {
  const { id, title } = dependent;
  const [row] = await ctx.db.select().from(relations).where(eq(relations.id, id));
  if (!row) return emptyPlan;
  const { datasetId, relatedId, cardinality, keys: before } = row;
  const replaced = (column: string) => mapping.columns[column] ?? column;
  const after = before.map((key) =>
    datasetId === mapping.from
      ? { ...key, column: replaced(key.column) }
      : { ...key, relatedColumn: replaced(key.relatedColumn) },
  );
  const change = { kind: 'relation' as const, id, title, before, after };
  if ((await findRight(ctx, { kind: 'dataset', id: datasetId })) !== 'edit')
    return planOf(dependent, new Problem('view_only'), change);
  const problem = await requireKeys(ctx, { id: datasetId, related: relatedId, keys: after, cardinality }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
  return planOf(dependent, problem, change);
}
