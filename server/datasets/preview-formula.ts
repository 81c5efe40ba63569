import type { z } from 'zod';

import type { calculatedRoutes, FormulaPreview } from '#contract/datasets/calculated.ts';
import { columnsOfExpression } from '#domain/query/expression.ts';
import { booleanColumnsOf } from '#engine/sql/boolean-columns.ts';
import { compileRows } from '#engine/sql/rows.ts';
import { dialectOf } from '#engine/sql/source.ts';
import { signalOf } from '#server/context.ts';
import { queryEngine } from './query-engine.ts';
import { rowsQueryOf, snapshotWith } from './calculated-columns.ts';
import { sourcesOfSnapshot, tableOfSnapshot } from './query-table.ts';
import type { DatasetContext } from './services.ts';
import { loadSnapshot, requireReadable } from './snapshot.ts';

type FormulaInput = z.output<(typeof calculatedRoutes)['POST /datasets/:id/formula']['input']>;

const maxShown = 50;
const newId = 'preview';

/** The values of a formula in the first rows of a dataset. Nothing is saved. */
export async function previewFormula(
  ctx: DatasetContext,
  { id, formula, calculation = newId, zone }: FormulaInput,
): Promise<FormulaPreview> {
  const snapshot = requireReadable(await loadSnapshot(ctx, id));
  const name = snapshot.calculated.find((column) => column.id === calculation)?.name ?? formula.slice(0, 50);
  const previewed = snapshotWith(snapshot, { calculation, formula, name });
  const { type, expression } = previewed.calculated.at(-1)!;
  const inputs = [...new Set(columnsOfExpression(expression))];
  const query = { ...rowsQueryOf(id, [...inputs, calculation]), zone };
  const table = tableOfSnapshot(previewed);
  const engineQuery = {
    ...compileRows(query, table, dialectOf(snapshot.source)),
    booleans: booleanColumnsOf(query, table),
    sources: sourcesOfSnapshot(previewed, query.columns),
  };
  const { values } = await queryEngine(ctx, engineQuery, { signal: signalOf(ctx) });
  const rows = (values[0] ?? []).map((_, row) => values.map((column) => column[row]));
  const emptyRows = rows.filter((row) => row.at(-1) === null && row.slice(0, -1).every((cell) => cell !== null));
  return {
    type,
    columns: inputs,
    rows: rows.slice(0, maxShown),
    readRows: rows.length,
    emptyRows: emptyRows.length,
  };
}
