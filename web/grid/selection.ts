import { defuseCell, isPlainNumber } from '#domain/text/spreadsheet-text.ts';

/** A cell. The head is row -1; the totals row comes after the last one. */
export type CellPosition = { row: number; column: number };

/** Cells between two corners; the keyboard moves the focus. */
export type Selection = { anchor: CellPosition; focus: CellPosition };

/** A selection by its sides, all inclusive. */
export type CellArea = { top: number; bottom: number; left: number; right: number };

export function areaOf({ anchor, focus }: Selection): CellArea {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export const sizeOf = ({ top, bottom, left, right }: CellArea): number => (bottom - top + 1) * (right - left + 1);

export type KeyMove = { key: string; page: number; far: boolean };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The cell a key moves to within the reachable ones; undefined if it does not move. `far` moves to the end. */
export function positionAfter(
  { row, column }: CellPosition,
  { key, page, far }: KeyMove,
  bounds: CellArea,
): CellPosition | undefined {
  const { top, bottom, left, right } = bounds;
  // From the totals the way up leads to the last row.
  const targets: Record<string, CellPosition> = {
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

/** Cells as TSV for spreadsheets. */
export function tsvOf({ top, bottom, left, right }: CellArea, textOf: (row: number, column: number) => string): string {
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
