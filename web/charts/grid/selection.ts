import { defuseCell, isPlainNumber } from '#contract/spreadsheet-text.ts';

/** A cell. The head has the row -1; a row of totals comes after the last one. */
export type Place = { row: number; column: number };

/** Cells from one corner to the other; the keyboard moves the focus. */
export type Selection = { anchor: Place; focus: Place };

/** The same by its sides, all of them included. */
export type Area = { top: number; bottom: number; left: number; right: number };

/** The first and last of each that can be reached. */
export type Bounds = Area;

export function areaOf({ anchor, focus }: Selection): Area {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export const sizeOf = ({ top, bottom, left, right }: Area): number => (bottom - top + 1) * (right - left + 1);

export type Step = { key: string; page: number; far: boolean };

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Where a key leads to; undefined if it leads nowhere. `far` goes to the end. */
export function placeAfter({ row, column }: Place, { key, page, far }: Step, bounds: Bounds): Place | undefined {
  const { top, bottom, left, right } = bounds;
  // From the totals the way up leads to the last row, not over it.
  const targets: Record<string, Place> = {
    ArrowUp: { row: far ? Math.max(top, 0) : row - 1, column },
    ArrowDown: { row: far ? bottom : row + 1, column },
    ArrowLeft: { row, column: far ? left : column - 1 },
    ArrowRight: { row, column: far ? right : column + 1 },
    PageUp: { row: Math.max(row - page, Math.min(row, 0)), column },
    PageDown: { row: row + page, column },
    Home: { row: far ? Math.max(top, 0) : row, column: left },
    End: { row: far ? bottom : row, column: right },
  };
  const target = targets[key];
  return target && { row: clamp(target.row, top, bottom), column: clamp(target.column, left, right) };
}

/** The cells as spreadsheets take them. */
export function tsvOf({ top, bottom, left, right }: Area, textOf: (row: number, column: number) => string): string {
  const lines: string[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const cells: string[] = [];
    for (let column = left; column <= right; column += 1) cells.push(tsvCell(textOf(row, column)));
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

function tsvCell(text: string): string {
  const safe = isPlainNumber(text) ? text : defuseCell(text);
  return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A value as it is, to be copied: nothing for nothing, every digit of a number. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
