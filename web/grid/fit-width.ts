import { minWidth, type SheetColumn } from './sheet.ts';

/** Maximum share of pinned columns, so that the others are visible on a phone. */
const maxPinnedShare = 0.5;

const sumOf = (columns: SheetColumn[]) => columns.reduce((sum, { width }) => sum + width, 0);

function shrinkPinned(columns: SheetColumn[], pinned: number, tableWidth: number): SheetColumn[] {
  const pinnedWidth = sumOf(columns.slice(0, pinned));
  const share = (tableWidth * maxPinnedShare) / pinnedWidth;
  if (pinned === 0 || pinned === columns.length || share >= 1) return columns;
  return columns.map((column, index) =>
    index < pinned ? { ...column, width: Math.max(minWidth, Math.floor(column.width * share)) } : column,
  );
}

/** Fits columns to the table: columns that were not resized share the remaining width in proportion. */
export function fitToWidth(columns: SheetColumn[], pinned: number, tableWidth: number): SheetColumn[] {
  if (tableWidth <= 0) return columns;
  const fitted = shrinkPinned(columns, pinned, tableWidth);
  const flexible = sumOf(fitted.filter(({ isResized }) => !isResized));
  const remaining = tableWidth - sumOf(fitted);
  if (remaining <= 0 || flexible === 0) return fitted;
  let undistributed = remaining;
  const last = fitted.findLastIndex(({ isResized }) => !isResized);
  return fitted.map((column, index) => {
    if (column.isResized) return column;
    const extra = index === last ? undistributed : Math.floor((remaining * column.width) / flexible);
    undistributed -= extra;
    return { ...column, width: column.width + extra };
  });
}
