import { type CellOptions, type CellValue, readCell, stepOption } from '#domain/cells/cells.ts';
import type { ColumnStyle, LoadColumn, Recipe, RejectedRow } from '#engine/tables.ts';
import { optionsOf } from './guess-column.ts';

/**
 * A row to check again, as text in the order of the columns to load, and its flaw as a whole. `position` is its sort
 * position: the loaded row with number n has 2n + 1.
 */
export type SuspectRow = {
  line: number;
  position: number;
  cells: (string | null)[];
  flaw: 'too_few_cells' | 'too_many_cells' | null;
};

/** A row that fits, with the number of its corrected cells, or a rejected one. */
export type RowVerdict = { row: Record<string, CellValue>; corrected: number } | { reject: RejectedRow };

/** Parses a row cell by cell, applies a person's earlier corrections, and decides whether it fits. */
export function createRowChecker(
  columns: LoadColumn[],
  styles: (ColumnStyle | null)[],
  recipe: Recipe[],
  zone: string,
) {
  const corrections = new Map(recipe.map(({ column, from, to }) => [JSON.stringify([column, from]), to]));
  const options = columns.map(({ format, empty }, index): CellOptions => {
    const style = styles[index];
    return { ...(style ? optionsOf(style, zone) : { zone }), empty, ...stepOption(format) };
  });

  function read(index: number, text: string) {
    const { id, type } = columns[index]!;
    const reading = readCell(text, type, options[index]!);
    if ('value' in reading) return reading;
    const to = corrections.get(JSON.stringify([id, text]));
    if (to === undefined) return reading;
    const corrected = to === null ? { value: null } : readCell(to, type, options[index]!);
    return 'value' in corrected ? { ...corrected, isCorrected: true } : corrected;
  }

  return function checkRow({ line, cells, flaw }: SuspectRow): RowVerdict {
    const texts = Object.fromEntries(columns.map(({ id }, index) => [id, cells[index] || null]));
    if (flaw) return { reject: { line, column: null, value: '', reason: flaw, cells: texts } };
    const row: Record<string, CellValue> = {};
    let corrected = 0;
    for (const [index, { id }] of columns.entries()) {
      const value = cells[index] ?? '';
      const reading = read(index, value);
      if ('reason' in reading) return { reject: { line, column: id, value, reason: reading.reason, cells: texts } };
      row[id] = reading.value;
      if ('isCorrected' in reading) corrected++;
    }
    return { row, corrected };
  };
}
