import type { FoundTable } from '#contract/imports.ts';
import type { PlannedColumn } from './plan.ts';

/** Tells which cells of the first rows do not fit the type of their column. */
export function doubtOf(table: FoundTable, columns: PlannedColumn[]): (line: number, source: number) => boolean {
  const found = new Set(table.doubtful.map(([line, source]) => `${line}/${source}`));
  const changed = new Set(
    columns.filter((column) => column.type !== table.columns[column.source]?.type).map((column) => column.source),
  );
  return (line, source) => !changed.has(source) && found.has(`${line}/${source}`);
}
