import { readCell } from '#contract/cells.ts';
import { Problem } from '#contract/errors.ts';
import type { Match } from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';
import { pageOf } from '#engine/duckdb/page.ts';
import { requireRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import { loadSnapshot } from '#server/datasets/snapshot.ts';
import { ask } from '#server/datasets/rows.ts';
import { type KnownSide, matchColumns } from './match.ts';
import { loadUploadRow, type Services } from './uploads.ts';
import type { Side } from './value-likeness.ts';

const looked = 1000;

type Request = { id: string; table: number; dataset: string };

/** Proposes which columns of a table in a file go into which of a dataset. */
export async function proposeMatches(ctx: MemberContext<Services>, request: Request): Promise<Match[]> {
  const { id, table, dataset } = request;
  await requireRight(ctx, 'edit', { kind: 'dataset', id: dataset });
  const { tables, zone } = await loadUploadRow(ctx, id);
  const found = tables[table];
  if (!found) throw new Problem('not_found');
  const { source } = await loadSnapshot(ctx, dataset);
  const { values } = await ask(ctx, pageOf(source, { offset: 0, limit: looked, filters: [] }));
  const known: KnownSide[] = source.columns.map((column, index) => ({ ...column, ...sideOf(values[index] ?? []) }));
  const sides: Side[] = found.columns.map(({ name, type }, index) => {
    const cells = found.sample.map((row) => valueOf(row[index], type, zone));
    return { name, type, ...sideOf(cells) };
  });
  return matchColumns(sides, known);
}

// 1,234.50 in a file is 1234.5 in a dataset.
function valueOf(cell: string | null | undefined, type: ColumnType, zone: string): unknown {
  const reading = readCell(cell ?? '', type, { zone });
  return 'value' in reading ? reading.value : null;
}

function sideOf(cells: unknown[]): Pick<Side, 'values' | 'cells'> {
  const filled = cells.filter((value) => value !== null && value !== undefined && value !== '').map(String);
  return { values: new Set(filled), cells: filled.length };
}
