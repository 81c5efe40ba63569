import { readCell } from '#domain/cells/cells.ts';
import type { Correction } from '#contract/datasets/routes.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import { emptyRulesOf } from '#domain/cells/empty-cells.ts';
import { cellOptionsOf } from './cell-options.ts';
import type { UploadColumnPlan } from './column-plans.ts';

type DoubtCheck = (line: number, source: number) => boolean;

/** Returns a check for cells of the sample that do not fit their column's type and have no remembered correction. */
export function doubtCheckOf(table: DetectedTable, columns: UploadColumnPlan[], recipe: Correction[] = []): DoubtCheck {
  const doubtfulCells = new Set(table.doubtful.map(([line, source]) => `${line}/${source}`));
  // The server has checked the proposed types; types chosen by the user are checked here.
  const changedColumns = new Map(
    columns.filter((column) => isChanged(table, column)).map((column) => [column.source, column]),
  );
  const correctedValues = new Set(recipe.map(({ column, from }) => JSON.stringify([column, from])));
  const targetIds = new Map(columns.map(({ source, id }) => [source, id]));
  return (line, source) => {
    const text = table.sample[line]?.[source] ?? '';
    if (correctedValues.has(JSON.stringify([targetIds.get(source), text]))) return false;
    const column = changedColumns.get(source);
    if (!column) return doubtfulCells.has(`${line}/${source}`);
    return 'reason' in readCell(text, column.type, cellOptionsOf(table, column));
  };
}

function isChanged(table: DetectedTable, { source, type, markers }: UploadColumnPlan): boolean {
  const proposed = emptyRulesOf(table.markers[source]);
  return type !== table.columns[source]?.type || markers.some(({ text, isEmpty }) => proposed[text] !== isEmpty);
}
