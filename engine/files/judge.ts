import { type CellOptions, type CellValue, readCell, stepOption } from '#contract/cells.ts';
import type { ColumnStyle, LoadColumn, Recipe, RejectedRow } from '#engine/tables.ts';
import { optionsOf } from './guess.ts';

/**
 * A row as text, in the order of the columns to load, and what is wrong with it as a whole. `place` says where it
 * belongs: the row of number n that was loaded has the place 2n + 1.
 */
export type Suspect = {
  line: number;
  place: number;
  cells: (string | null)[];
  flaw: 'too_few_cells' | 'too_many_cells' | null;
};

/** A row that fits, with how many of its cells were corrected, or one that does not. */
export type Verdict = { row: Record<string, CellValue>; corrected: number } | { reject: RejectedRow };

/** Reads a row cell by cell, with what a person has corrected before, and says whether it fits after all. */
export function createJudge(columns: LoadColumn[], styles: (ColumnStyle | null)[], recipe: Recipe[], zone: string) {
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
    const again = to === null ? { value: null } : readCell(to, type, options[index]!);
    return 'value' in again ? { ...again, isCorrected: true } : again;
  }

  return function judge({ line, cells, flaw }: Suspect): Verdict {
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
