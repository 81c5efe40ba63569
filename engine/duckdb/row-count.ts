import { Problem } from '#contract/errors.ts';
import { countLines, countRecords } from '#engine/files/count.ts';
import type { TableSource } from '#engine/tables.ts';

/** Fails unless every row of a file was loaded or rejected: DuckDB may cut a text into other rows than were shown. */
export async function requireAllRows(source: TableSource, rows: number): Promise<void> {
  if (source.kind === 'cells') return;
  const expected = source.kind === 'parquet' || source.exact ? source.rows : await countUnless(source, rows);
  if (rows !== expected) throw new Problem('rows_missing', { rows, expected });
}

// The fast count is enough where it agrees.
async function countUnless(source: Extract<TableSource, { kind: 'csv' }>, rows: number): Promise<number> {
  return (await countLines(source)) === rows ? rows : countRecords(source);
}
