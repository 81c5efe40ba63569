export const rowHeight = 32;

/** Dimensions of a virtual list of rows. */
export type RowMetrics = {
  count: number;
  /** Height of the visible area, and the browser's maximum element height. */
  height: number;
  maxElementHeight: number;
};

export type RowWindow = { first: number; last: number; /** Pixel offset of the first row. */ offset: number };

const overscan = 6;
const fullHeight = ({ count }: RowMetrics) => count * rowHeight;

/** Height of the scrolled element. */
export const scrollHeight = (rows: RowMetrics): number => Math.min(fullHeight(rows), rows.maxElementHeight);

// Where rows exceed the maximum element height, a scrolled pixel stands for several.
const scrollRatio = (rows: RowMetrics): number => {
  const [full, scrollable] = [fullHeight(rows) - rows.height, scrollHeight(rows) - rows.height];
  return scrollable > 0 && full > scrollable ? full / scrollable : 1;
};

/** The rows to render at a scroll position; `last` is exclusive. */
export function rowsAt(top: number, rows: RowMetrics): RowWindow {
  const real = top * scrollRatio(rows);
  const first = Math.max(0, Math.floor(real / rowHeight) - overscan);
  const last = Math.min(rows.count, Math.ceil((real + rows.height) / rowHeight) + overscan);
  return { first, last, offset: first * rowHeight - real + top };
}

/** The scroll position at which a row is fully visible, by the smallest distance. */
export function topFor(row: number, top: number, rows: RowMetrics): number {
  const real = top * scrollRatio(rows);
  const [above, below] = [row * rowHeight, (row + 1) * rowHeight - rows.height];
  if (real > above) return above / scrollRatio(rows);
  return real < below ? below / scrollRatio(rows) : top;
}

/** Left offset of each column, and the right edge of the last one. */
export function offsetsOf(widths: number[]): number[] {
  const offsets = [0];
  for (const width of widths) offsets.push(offsets.at(-1)! + width);
  return offsets;
}

/** The columns between two offsets; `last` is exclusive. */
export function columnsBetween(offsets: number[], from: number, to: number): { first: number; last: number } {
  const count = offsets.length - 1;
  let first = 0;
  while (first < count - 1 && offsets[first + 1]! <= from) first += 1;
  let last = first;
  while (last < count && offsets[last]! < to) last += 1;
  return { first, last };
}
