import { exactText } from '#display/format/text.ts';
import { type CellOptions, readCell, stepOption } from '#domain/cells/cells.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import { emptyRulesOf } from '#domain/cells/empty-cells.ts';
import { browserZone } from '#web/shell/browser-zone.ts';
import type { UploadColumnPlan } from './column-plans.ts';

/** The parse options of a column's cells. */
export function cellOptionsOf(table: DetectedTable, { source, markers, format }: UploadColumnPlan): CellOptions {
  const { dayFirst = null, decimalComma = false } = table.styles[source] ?? {};
  const style = { decimalComma, ...(dayFirst !== null && { dayFirst }) };
  return { zone: browserZone(), ...style, empty: emptyRulesOf(markers), ...stepOption(format) };
}

/** How a cell is parsed, where that is not obvious: an ambiguous date, a decimal comma, a marker of empty cells. */
export function parsedCellText(text: string, table: DetectedTable, column: UploadColumnPlan): string | null {
  const options = cellOptionsOf(table, column);
  const reading = readCell(text, column.type, options);
  if ('reason' in reading || text.trim() === '') return null;
  if (reading.value === null) return '-';
  const isAmbiguous = column.type === 'date' || (options.decimalComma && text.includes(','));
  const value = exactText(reading.value);
  return isAmbiguous && value !== text.trim() ? value : null;
}
