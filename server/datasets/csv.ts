// A spreadsheet would carry out a cell that begins like this.
const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d.,]+%?$/.test(cell);

const cellOf = (cell: string) => {
  const safe = isFormula(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV that Excel reads as UTF-8 and that carries out nothing. */
export function csvOf(rows: string[][]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}
