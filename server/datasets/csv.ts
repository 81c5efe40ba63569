import { csvCellOf, isPlainNumber } from '#contract/spreadsheet-text.ts';

// A cell without letters is nothing here, not a text.
const cellOf = (cell: string) => (cell === '' ? '' : isPlainNumber(cell) ? quoteComma(cell) : csvCellOf(cell));
const quoteComma = (number: string) => (number.includes(',') ? `"${number}"` : number);

/** Rows as lines of CSV that carry out nothing. */
export const csvLinesOf = (rows: string[][]): string => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** By this mark at its beginning Excel reads a file as UTF-8. */
export const utf8Mark = '\uFEFF';

/** Rows as CSV that Excel reads as UTF-8 and that carries out nothing. */
export const csvOf = (rows: string[][]): string => `${utf8Mark}${csvLinesOf(rows)}`;
