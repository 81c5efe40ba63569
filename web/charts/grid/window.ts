export const rowHeight = 32;

/** How a long list of rows lies in a box that scrolls. */
export type Rows = {
  count: number;
  /** The height of the box that shows rows, and the highest that a browser lets an element be. */
  height: number;
  highest: number;
};

export type RowWindow = { first: number; last: number; /** Where the first row lies. */ offset: number };

const spare = 6;
const fullHeight = ({ count }: Rows) => count * rowHeight;

/** How high the element that scrolls is. */
export const scrollHeight = (rows: Rows): number => Math.min(fullHeight(rows), rows.highest);

// Where the rows are higher than an element can be, scrolling goes through them faster than the pixels say.
const stretch = (rows: Rows): number => {
  const [full, shown] = [fullHeight(rows) - rows.height, scrollHeight(rows) - rows.height];
  return shown > 0 && full > shown ? full / shown : 1;
};

/** The rows to draw when the box is scrolled to `top`. The last one is not among them. */
export function rowsAt(top: number, rows: Rows): RowWindow {
  const real = top * stretch(rows);
  const first = Math.max(0, Math.floor(real / rowHeight) - spare);
  const last = Math.min(rows.count, Math.ceil((real + rows.height) / rowHeight) + spare);
  return { first, last, offset: first * rowHeight - real + top };
}

/** How far to scroll for a row to be seen whole, as little as possible. */
export function topFor(row: number, top: number, rows: Rows): number {
  const real = top * stretch(rows);
  const [above, below] = [row * rowHeight, (row + 1) * rowHeight - rows.height];
  if (real > above) return above / stretch(rows);
  return real < below ? below / stretch(rows) : top;
}

/** Columns side by side: where each begins, and where the last one ends. */
export function offsetsOf(widths: number[]): number[] {
  const offsets = [0];
  for (const width of widths) offsets.push(offsets.at(-1)! + width);
  return offsets;
}

/** The columns between two places, the last one not included. */
export function columnsBetween(offsets: number[], from: number, to: number): { first: number; last: number } {
  const count = offsets.length - 1;
  let first = 0;
  while (first < count - 1 && offsets[first + 1]! <= from) first += 1;
  let last = first;
  while (last < count && offsets[last]! < to) last += 1;
  return { first, last };
}
