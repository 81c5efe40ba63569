import { type CellOptions, readCell, stepOption } from '#contract/cells.ts';
import { type FoundTable, rulesOf } from '#contract/imports.ts';
import { browserZone } from '#web/shell/zone.ts';
import { plainText } from '../dataset/cell.ts';
import type { PlannedColumn } from './plan.ts';

/** How the cells of a column are read when the file is loaded. */
export function cellOptionsOf(table: FoundTable, { source, markers, format }: PlannedColumn): CellOptions {
  const { dayFirst = null, decimalComma = false } = table.styles[source] ?? {};
  const style = { decimalComma, ...(dayFirst !== null && { dayFirst }) };
  return { zone: browserZone, ...style, empty: rulesOf(markers), ...stepOption(format) };
}

/** What a cell is read as, where that is not plain to see: a day by its order, a decimal comma, a marker of empty cells. */
export function readingOfCell(text: string, table: FoundTable, column: PlannedColumn): string | null {
  const options = cellOptionsOf(table, column);
  const reading = readCell(text, column.type, options);
  if ('reason' in reading || text.trim() === '') return null;
  if (reading.value === null) return '-';
  const isShown = column.type === 'date' || (options.decimalComma && text.includes(','));
  const value = plainText(reading.value);
  return isShown && value !== text.trim() ? value : null;
}
