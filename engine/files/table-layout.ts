import { isBlank } from '#domain/cells/cells.ts';
import { createColumnGuesser } from './guess-column.ts';
import { shapeOf } from './shapes.ts';

/**
 * The layout of the first rows of a table: titles, an optional header, then the rows from `first` on. `shift` is 1 if
 * the first column has no cell in the header.
 */
export type TableLayout = { width: number; titles: string[]; header: number | null; first: number; shift: 0 | 1 };

const maxTitles = 10;

const filledOf = (cells: string[]) => cells.reduce((sum, cell) => sum + (cell.trim() === '' ? 0 : 1), 0);

export const isFilled = (cells: string[]) => cells.some((cell) => cell.trim() !== '');

/** Detects titles, header and width in the first rows of a table; `headerRow` counts from 1, 0 is none. */
export function layoutOf(rows: string[][], headerRow?: number): TableLayout {
  const width = widthOf(headerRow === undefined ? rows : rows.slice(Math.max(0, headerRow - 1)));
  const at = headerRow === undefined ? countTitles(rows, width) : Math.min(Math.max(0, headerRow - 1), rows.length - 1);
  const titles = rows.slice(0, at).flatMap((row) => row.find((cell) => cell.trim() !== '')?.trim() ?? []);
  const header = rows[at] ?? [];
  const body = rows.slice(at + 1);
  const isHeader = headerRow === undefined ? !looksLikeRow(header, body) : headerRow > 0;
  const shift = isHeader && lacksFirstName(header, body, width) ? 1 : 0;
  // The header may be wider than the rows.
  const named = isHeader ? lastFilled(header) + shift : 0;
  return { width: Math.max(width, named), titles, header: isHeader ? at : null, first: isHeader ? at + 1 : at, shift };
}

function countTitles(rows: string[][], width: number): number {
  let at = 0;
  const last = Math.min(rows.length - 1, maxTitles);
  while (at < last && isTitleRow(rows[at]!, width) && !isIndexHeader(rows, at, width)) at++;
  return at;
}

/** A header whose first cell is empty, above the names or numbers of rows. */
function isIndexHeader(rows: string[][], at: number, width: number): boolean {
  const [header, next] = [rows[at]!, rows[at + 1]];
  if (width !== 2 || header.length !== 2 || header[0]!.trim() !== '' || header[1]!.trim() === '') return false;
  return (
    next !== undefined && filledOf(next) === 2 && (rows.length === at + 2 || looksLikeRow(next, rows.slice(at + 2)))
  );
}

/** Some programs omit the cell above the row names, so that the header is one cell short. */
function lacksFirstName(header: string[], body: string[][], width: number): boolean {
  const isShort = header.length === width - 1 && header.every((cell) => cell.trim() !== '');
  return isShort && body.length > 0 && body.every((row) => row.length === width && row.at(-1)!.trim() !== '');
}

const isTitleRow = (cells: string[], width: number) => filledOf(cells) === 0 || (width > 1 && filledOf(cells) === 1);

const lastFilled = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The number of cells that most rows have. */
function widthOf(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    // A trailing delimiter does not start a column.
    const length = Math.max(1, row.at(-1) === '' ? lastFilled(row) : row.length);
    const weight = filledOf(row) > 1 ? 1000 : 1;
    counts.set(length, (counts.get(length) ?? 0) + weight);
  }
  const maxCount = Math.max(...counts.values());
  const common = [...counts].filter(([, count]) => count * 50 > maxCount).map(([length]) => length);
  return Math.max(1, ...common);
}

// A header contains names; where columns hold numbers and it does, too, it is a row like the others.
function looksLikeRow(cells: string[], body: string[][]): boolean {
  let figures = 0;
  for (const [index, cell] of cells.entries()) {
    const column = createColumnGuesser();
    for (const row of body) column.add(row[index] ?? '');
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

/** Whether a row is a total of those above it. */
export function isTotals(cells: string[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '');
  return first !== undefined && totals.test(first.trim());
}

const footer = /[:：]|^(?:制表|审核|复核|打印|备注|说明|注)|^(?:notes?|source|printed|prepared|generated|page)\b/i;

/** Whether a row is a remark below a table of this width: author, date, source. */
export function isFooter(cells: string[], width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    width > 1 &&
    filled.length === 1 &&
    cells[0]!.trim() !== '' &&
    footer.test(filled[0]!.trim()) &&
    !isFigure(filled[0]!)
  );
}
