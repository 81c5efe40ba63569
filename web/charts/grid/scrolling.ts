import { type RefObject, useCallback, useEffect, useState } from 'react';

import { columnsBetween, type Rows, rowsAt, type RowWindow } from './window.ts';

export type View = RowWindow & { left: number; right: number; height: number };

/** What lies beside the rows in the box that scrolls. */
export type Frame = { count: number; offsets: number[]; pinned: number; edges: number };

let measured: number | undefined;

/** The highest that this browser lets an element be, with some room for heads. */
export function highestElement(): number {
  if (measured !== undefined) return measured;
  const probe = document.createElement('div');
  probe.style.cssText = 'position:absolute;visibility:hidden;height:1000000000px;width:1px';
  document.body.append(probe);
  measured = Math.max(probe.getBoundingClientRect().height - 10_000, 1_000_000);
  probe.remove();
  return measured;
}

export const rowsOf = (box: HTMLElement, { count, edges }: Pick<Frame, 'count' | 'edges'>): Rows => ({
  count,
  height: Math.max(box.clientHeight - edges, 0),
  highest: highestElement(),
});

function viewOf(box: HTMLElement, frame: Frame): View {
  const rows = rowsOf(box, frame);
  const from = box.scrollLeft + frame.offsets[frame.pinned]!;
  const { first, last } = columnsBetween(frame.offsets, from, box.scrollLeft + box.clientWidth);
  return {
    ...rowsAt(box.scrollTop, rows),
    left: Math.max(first, frame.pinned),
    right: Math.max(last, frame.pinned),
    height: rows.height,
  };
}

const isSame = (a: View, b: View) => (Object.keys(a) as (keyof View)[]).every((key) => a[key] === b[key]);
const nothing: View = { first: 0, last: 0, offset: 0, left: 0, right: 0, height: 0 };

/** A table may have become smaller since its box was last looked at. */
const within = (view: View, { count, offsets }: Frame): View => ({
  ...view,
  last: Math.min(view.last, count),
  right: Math.min(view.right, offsets.length - 1),
});

/** The rows and columns in sight; drawn again only when those change, not with every pixel. */
export function useView(box: RefObject<HTMLElement | null>, frame: Frame): { view: View; look: () => void } {
  const [view, setView] = useState(nothing);
  const look = useCallback(() => {
    const { current } = box;
    if (!current) return;
    const next = viewOf(current, frame);
    setView((before) => (isSame(before, next) ? before : next));
  }, [box, frame]);
  useEffect(() => {
    // It also tells of the size at the start.
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [look, box]);
  return { view: within(view, frame), look };
}
