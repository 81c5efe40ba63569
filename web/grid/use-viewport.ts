import { type RefObject, useCallback, useEffect, useState } from 'react';

import { columnsBetween, type RowMetrics, rowsAt, type RowWindow } from './virtual-rows.ts';

export type GridViewport = RowWindow & { left: number; right: number; height: number };

/** Dimensions of the grid inside its scrolling box. */
export type GridGeometry = { count: number; offsets: number[]; pinned: number; edges: number };

let cachedHeight: number | undefined;

/** Maximum element height of this browser, with a margin for heads. */
export function maxElementHeight(): number {
  if (cachedHeight !== undefined) return cachedHeight;
  const probe = document.createElement('div');
  probe.style.cssText = 'position:absolute;visibility:hidden;height:1000000000px;width:1px';
  document.body.append(probe);
  cachedHeight = Math.max(probe.getBoundingClientRect().height - 10_000, 1_000_000);
  probe.remove();
  return cachedHeight;
}

export const rowMetricsOf = (
  box: HTMLElement,
  { count, edges }: Pick<GridGeometry, 'count' | 'edges'>,
): RowMetrics => ({
  count,
  height: Math.max(box.clientHeight - edges, 0),
  maxElementHeight: maxElementHeight(),
});

function viewportOf(box: HTMLElement, geometry: GridGeometry): GridViewport {
  const rows = rowMetricsOf(box, geometry);
  const from = box.scrollLeft + geometry.offsets[geometry.pinned]!;
  const { first, last } = columnsBetween(geometry.offsets, from, box.scrollLeft + box.clientWidth);
  return {
    ...rowsAt(box.scrollTop, rows),
    left: Math.max(first, geometry.pinned),
    right: Math.max(last, geometry.pinned),
    height: rows.height,
  };
}

const isSame = (a: GridViewport, b: GridViewport) =>
  (Object.keys(a) as (keyof GridViewport)[]).every((key) => a[key] === b[key]);
const emptyViewport: GridViewport = { first: 0, last: 0, offset: 0, left: 0, right: 0, height: 0 };

/** Clamps a viewport to a table that may have shrunk since it was measured. */
const clampViewport = (view: GridViewport, { count, offsets }: GridGeometry): GridViewport => ({
  ...view,
  last: Math.min(view.last, count),
  right: Math.min(view.right, offsets.length - 1),
});

/** The visible rows and columns; re-renders only when they change, not on every scroll event. */
export function useViewport(
  box: RefObject<HTMLElement | null>,
  geometry: GridGeometry,
): { viewport: GridViewport; update: () => void } {
  const [viewport, setView] = useState(emptyViewport);
  const update = useCallback(() => {
    const { current } = box;
    if (!current) return;
    const next = viewportOf(current, geometry);
    setView((before) => (isSame(before, next) ? before : next));
  }, [box, geometry]);
  useEffect(() => {
    // Also reports the initial size.
    const observer = new ResizeObserver(update);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [update, box]);
  return { viewport: clampViewport(viewport, geometry), update };
}
