import { exactSum } from '#domain/query/decimal.ts';
import { type CellArea, sizeOf } from './selection.ts';

const maxSummedCells = 200_000;

/** Count and sum of the selected numbers. Very large selections are only counted, to keep dragging fast. */
export function sumSelection(area: CellArea, amountAt: (row: number, column: number) => number | null) {
  const count = sizeOf(area);
  if (count > maxSummedCells) return { count, numbers: 0, sum: 0 };
  const numbers: number[] = [];
  for (let row = area.top; row <= area.bottom; row += 1) {
    for (let column = area.left; column <= area.right; column += 1) {
      const amount = amountAt(row, column);
      if (amount !== null) numbers.push(amount);
    }
  }
  return { count, numbers: numbers.length, sum: exactSum(numbers) };
}
