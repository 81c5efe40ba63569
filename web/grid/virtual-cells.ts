import { elementScroll, observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

import type { CellPosition } from './selection.ts';
import type { GridSheet } from './sheet.ts';

export const rowHeight = 32;

let cachedHeight: number | undefined;

/** Maximum element height of this browser. */
function maxElementHeight(): number {
  if (cachedHeight !== undefined) return cachedHeight;
  const probe = document.createElement('div');
  probe.style.cssText = 'position:absolute;visibility:hidden;height:1000000000px;width:1px';
  document.body.append(probe);
  cachedHeight = Math.max(probe.getBoundingClientRect().height - 10_000, 1_000_000);
  probe.remove();
  return cachedHeight;
}

type RowVirtualizer = Virtualizer<HTMLElement, Element>;

/** Pixels that rows move per scrolled pixel: more than one where they exceed the maximum element height. */
function scrollScaleOf(rows: RowVirtualizer): number {
  const [full, height] = [rows.getTotalSize(), rows.scrollRect?.height ?? 0];
  return full > maxElementHeight() ? (full - height) / (maxElementHeight() - height) : 1;
}

const observeScaledOffset: typeof observeElementOffset<HTMLElement> = (rows, report) =>
  observeElementOffset(rows, (offset, isScrolling) => {
    const scale = scrollScaleOf(rows);
    report(offset * scale, isScrolling);
    // The position of scaled rows changes with every event, not only with the visible range.
    if (scale > 1) rows.options.onChange?.(rows, isScrolling);
  });

const scrollToScaled: typeof elementScroll<HTMLElement> = (offset, options, rows) =>
  elementScroll(offset / scrollScaleOf(rows), options, rows);

/** Left offset of each column, and the right edge of the last one. */
export function offsetsOf(widths: number[]): number[] {
  const offsets = [0];
  for (const width of widths) offsets.push(offsets.at(-1)! + width);
  return offsets;
}

/** The scroll offset nearest to the current one at which a span is inside the visible band. */
const nearestOffset = (current: number, span: [number, number], band: [number, number]): number =>
  Math.min(Math.max(current, span[1] - band[1]), span[0] - band[0]);

/** Layout of a sheet: sticky heads and totals, and the offsets of its columns. */
export type SheetLayout = { head: number; foot: number; offsets: number[] };
export type VirtualCells = ReturnType<typeof useVirtualCells>;

/** The visible cells: rows `first` to `last` and columns `left` to `right`, both exclusive of the end. */
export function useVirtualCells(
  box: RefObject<HTMLElement | null>,
  { rows: count, columns, pinned }: Pick<GridSheet, 'rows' | 'columns' | 'pinned'>,
  { head, foot, offsets }: SheetLayout,
) {
  const getScrollElement = () => box.current;
  // `useFlushSync: false`: React schedules the rendering, so that it is not in the same frame as the layout.
  // Pages are built without the React compiler, and nothing here is memoised.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count,
    getScrollElement,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: head,
    paddingEnd: foot,
    observeElementOffset: observeScaledOffset,
    scrollToFn: scrollToScaled,
    useFlushSync: false,
  });
  const visibleColumns = useVirtualizer({
    horizontal: true,
    count: columns.length - pinned,
    getScrollElement,
    estimateSize: (index) => columns[pinned + index]!.width,
    // The virtualizer recomputes column widths only when this function changes.
    getItemKey: useCallback((index: number) => columns[pinned + index]!.key, [columns, pinned]),
    overscan: 0,
    paddingStart: offsets[pinned]!,
    useFlushSync: false,
  }).getVirtualItems();
  const visibleRows = rows.getVirtualItems();
  const scale = scrollScaleOf(rows);
  const height = Math.min(rows.getTotalSize(), maxElementHeight());

  // Not the virtualizer's own method, which does not support scaled offsets.
  const scrollTo = ({ row, column }: CellPosition) => {
    const { clientHeight, clientWidth, scrollTop, scrollLeft } = box.current!;
    const start = head + row * rowHeight;
    const top = nearestOffset(scrollTop * scale, [start, start + rowHeight], [head, clientHeight - foot]);
    const left = nearestOffset(scrollLeft, [offsets[column]!, offsets[column + 1]!], [offsets[pinned]!, clientWidth]);
    if (row >= 0 && row < count) box.current!.scrollTop = top / scale;
    if (column >= pinned) box.current!.scrollLeft = left;
  };

  return {
    first: visibleRows[0]?.index ?? 0,
    last: (visibleRows.at(-1)?.index ?? -1) + 1,
    left: pinned + (visibleColumns[0]?.index ?? 0),
    right: pinned + (visibleColumns.at(-1)?.index ?? -1) + 1,
    /** Position of the first row in the body. */
    top: (visibleRows[0]?.start ?? head) - head - (rows.scrollOffset ?? 0) * (1 - 1 / scale),
    bodyHeight: height - head - foot,
    /** Rows that a page key moves by. */
    pageRows: () => Math.max(1, Math.floor((box.current!.clientHeight - head - foot) / rowHeight) - 1),
    scrollTo,
  };
}
