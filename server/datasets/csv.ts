import { csvCellOf, isPlainNumber } from '#domain/text/spreadsheet-text.ts';

// An empty cell is null here, not an empty text.
const cellOf = (cell: string) => (cell === '' ? '' : isPlainNumber(cell) ? quoteComma(cell) : csvCellOf(cell));
const quoteComma = (number: string) => (number.includes(',') ? `"${number}"` : number);

/** Rows as CSV lines with defused formulas. */
export const csvLinesOf = (rows: string[][]): string => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** Byte order mark: Excel reads a file that begins with it as UTF-8. */
export const byteOrderMark = '\uFEFF';
