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

export type KeyMove = { key: string; page: number; toEnd: boolean };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The cell that a key moves to, within the bounds; undefined for other keys. `toEnd` moves to the end. */
export function positionAfter(
  { row, column }: CellPosition,
  { key, page, toEnd }: KeyMove,
  bounds: CellArea,
): CellPosition | undefined {
  const { top, bottom, left, right } = bounds;
  // PageUp stops at the first row, not at the head.
  const targets: Record<string, CellPosition> = {
    ArrowUp: { row: toEnd ? Math.max(top, 0) : row - 1, column },
    ArrowDown: { row: toEnd ? bottom : row + 1, column },
    ArrowLeft: { row, column: toEnd ? left : column - 1 },
    ArrowRight: { row, column: toEnd ? right : column + 1 },
    PageUp: { row: Math.max(row - page, Math.min(row, 0)), column },
    PageDown: { row: row + page, column },
    Home: { row: toEnd ? Math.max(top, 0) : row, column: left },
    End: { row: toEnd ? bottom : row, column: right },
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
