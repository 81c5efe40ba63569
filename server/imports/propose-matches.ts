import { readCell } from '#domain/cells/cells.ts';
import { Problem } from '#contract/errors.ts';
import type { ColumnMatch } from '#contract/imports/routes.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { rowPageOf } from '#engine/row-pages.ts';
import { requireRight } from '#server/access/rights.ts';
import type { MemberContext } from '#server/context.ts';
import { queryEngine } from '#server/datasets/query-engine.ts';
import { isStored, loadSnapshot } from '#server/datasets/snapshot.ts';
import { type DatasetColumnSample, matchColumns } from './match-columns.ts';
import { loadUploadRow, type ImportServices } from './uploads.ts';
import type { ColumnSample } from './value-similarity.ts';

const sampleRows = 1000;

type MatchRequest = { id: string; table: number; dataset: string };

/** Proposes a mapping from the columns of an uploaded table to those of a dataset. */
export async function proposeMatches(
  ctx: MemberContext<ImportServices>,
  request: MatchRequest,
): Promise<ColumnMatch[]> {
  const { id, table, dataset } = request;
  await requireRight(ctx, 'edit', { kind: 'dataset', id: dataset });
  const { tables, zone } = await loadUploadRow(ctx, id);
  const fileTable = tables[table];
  if (!fileTable) throw new Problem('not_found');
  const snapshot = await loadSnapshot(ctx, dataset);
  if (!isStored(snapshot)) throw new Problem('connection_takes_no_rows');
  const { source } = snapshot;
  const { values } = await queryEngine(ctx, rowPageOf(source, { offset: 0, limit: sampleRows, filters: [] }));
  const datasetColumns: DatasetColumnSample[] = source.columns.map((column, index) => ({
    ...column,
    ...distinctValuesOf(values[index] ?? []),
  }));
  const fileColumns: ColumnSample[] = fileTable.columns.map(({ name, type }, index) => {
    const cells = fileTable.sample.map((row) => valueOf(row[index], type, zone));
    return { name, type, ...distinctValuesOf(cells) };
  });
  return matchColumns(fileColumns, datasetColumns);
}

// Parsed, so that 1,234.50 in the file equals 1234.5 in the dataset.
function valueOf(cell: string | null | undefined, type: ColumnType, zone: string): unknown {
  const reading = readCell(cell ?? '', type, { zone });
  return 'value' in reading ? reading.value : null;
}

function distinctValuesOf(cells: unknown[]): Pick<ColumnSample, 'values' | 'cells'> {
  const filled = cells.filter((value) => value !== null && value !== undefined && value !== '').map(String);
  return { values: new Set(filled), cells: filled.length };
}
