import { isBlank } from '#contract/cells.ts';
import { createColumn } from './guess.ts';
import { shapeOf } from './shapes.ts';

/** How the first rows of a table are laid out: titles, perhaps a header, then the rows from `first` on. */
export type Layout = { width: number; titles: string[]; header: number | null; first: number };

const maxTitles = 10;

export const filledOf = (cells: string[]) => cells.reduce((sum, cell) => sum + (cell.trim() === '' ? 0 : 1), 0);

/** Finds titles, header and width in the first rows of a table. */
export function layoutOf(rows: string[][], hasHeader = false): Layout {
  const width = widthOf(rows);
  const titles: string[] = [];
  let at = 0;
  const last = hasHeader ? 0 : Math.min(rows.length - 1, maxTitles);
  while (at < last && isAbove(rows[at]!, width)) {
    const title = rows[at]!.find((cell) => cell.trim() !== '');
    if (title !== undefined) titles.push(title.trim());
    at++;
  }
  const body = rows.slice(at + 1);
  const isHeader = hasHeader || !looksLikeRow(rows[at] ?? [], body);
  // Names may go further than the rows do.
  const named = isHeader ? lastFilled(rows[at] ?? []) : 0;
  return { width: Math.max(width, named), titles, header: isHeader ? at : null, first: isHeader ? at + 1 : at };
}

const isAbove = (cells: string[], width: number) => filledOf(cells) === 0 || (width > 1 && filledOf(cells) === 1);

const lastFilled = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The number of cells that most rows have. */
function widthOf(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    // A delimiter at the end of a line opens no column.
    const length = Math.max(1, row.at(-1) === '' ? lastFilled(row) : row.length);
    const weight = filledOf(row) > 1 ? 1000 : 1;
    counts.set(length, (counts.get(length) ?? 0) + weight);
  }
  const most = Math.max(...counts.values());
  const common = [...counts].filter(([, count]) => count * 50 > most).map(([length]) => length);
  return Math.max(1, ...common);
}

// A header says what its columns are; where they hold figures and it does, too, it is a row like the others.
function looksLikeRow(cells: string[], body: string[][]): boolean {
  let figures = 0;
  for (const [index, cell] of cells.entries()) {
    const column = createColumn();
    for (const row of body) column.see(row[index] ?? '');
    const { type, filled } = column.guess('');
    if (isBlank(cell)) continue;
    const shape = shapeOf(cell);
    if (body.length === 0 && isFigure(cell)) figures++;
    if (filled === 0 || type === 'text' || type === 'json') continue;
    if (!isFigure(cell) && !(type === 'boolean' && shape === 'boolean')) return false;
    if (!isYear(cell) || body.every((row) => isYear(row[index] ?? '') || isBlank(row[index] ?? ''))) figures++;
  }
  return figures > 0;
}

const figures = new Set(['integer', 'number', 'numeral', 'comma', 'date', 'oddDate', 'time', 'oddTime']);
const isFigure = (cell: string) => figures.has(shapeOf(cell));
const isYear = (cell: string) => /^(?:19|20)\d\d$/.test(cell.trim());

const totals = /^(?:合计|总计|小计|总和|共计|(?:grand |sub)?totals?|sum)\s*[:：]?$/i;

/** Whether a row sums up those above it. */
export function isTotals(cells: string[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '');
  return first !== undefined && totals.test(first.trim());
}

const footer = /[:：]|^(?:制表|审核|复核|打印|备注|说明|注)|^(?:notes?|source|printed|prepared|generated|page)\b/i;

/** Whether a row is a remark below the table: who made it, when, where from. */
export function isFooter(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    cells.length > 1 &&
    filled.length === 1 &&
    cells[0]!.trim() !== '' &&
    footer.test(filled[0]!.trim()) &&
    !isFigure(filled[0]!)
  );
}
