import { Problem } from '#contract/errors.ts';
import { countLines, countRecords } from '#engine/files/count-rows.ts';
import type { TableSource } from '#engine/tables.ts';

/**
 * Fails unless every row of a file was loaded or rejected: DuckDB may split a text into other rows than the preview
 * shows.
 */
export async function requireAllRows(source: TableSource, rows: number): Promise<void> {
  if (source.kind === 'cells') return;
  const expected = source.kind === 'parquet' || source.exact ? source.rows : await countRows(source, rows);
  if (rows !== expected) throw new Problem('rows_missing', { rows, expected });
}

// The fast count is sufficient where it agrees.
async function countRows(source: Extract<TableSource, { kind: 'csv' }>, rows: number): Promise<number> {
  return (await countLines(source)) === rows ? rows : countRecords(source);
}
