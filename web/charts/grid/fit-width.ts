import { leastWidth, type SheetColumn } from './sheet.ts';

/** How much of a table the columns that stay in place may take, so that the others are seen on a phone. */
const maxPinnedShare = 0.5;

const sumOf = (columns: SheetColumn[]) => columns.reduce((sum, { width }) => sum + width, 0);

function shrinkPinned(columns: SheetColumn[], pinned: number, room: number): SheetColumn[] {
  const taken = sumOf(columns.slice(0, pinned));
  const share = (room * maxPinnedShare) / taken;
  if (pinned === 0 || pinned === columns.length || share >= 1) return columns;
  return columns.map((column, index) =>
    index < pinned ? { ...column, width: Math.max(leastWidth, Math.floor(column.width * share)) } : column,
  );
}

/** Columns as wide as the table: those that nobody has resized share what is left, each by its own width. */
export function fitToWidth(columns: SheetColumn[], pinned: number, room: number): SheetColumn[] {
  if (room <= 0) return columns;
  const shown = shrinkPinned(columns, pinned, room);
  const flexible = sumOf(shown.filter(({ isResized }) => !isResized));
  const left = room - sumOf(shown);
  if (left <= 0 || flexible === 0) return shown;
  let over = left;
  const last = shown.findLastIndex(({ isResized }) => !isResized);
  return shown.map((column, index) => {
    if (column.isResized) return column;
    const more = index === last ? over : Math.floor((left * column.width) / flexible);
    over -= more;
    return { ...column, width: column.width + more };
  });
}
