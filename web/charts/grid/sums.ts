import { exactSum } from '#contract/decimal.ts';
import { type Area, sizeOf } from './selection.ts';

const most = 200_000;

/** What the numbers in an area add up to. Of very many only the cells are counted: someone is dragging. */
export function sumUp(area: Area, amountAt: (row: number, column: number) => number | null) {
  const count = sizeOf(area);
  if (count > most) return { count, numbers: 0, sum: 0 };
  const numbers: number[] = [];
  for (let row = area.top; row <= area.bottom; row += 1) {
    for (let column = area.left; column <= area.right; column += 1) {
      const amount = amountAt(row, column);
      if (amount !== null) numbers.push(amount);
    }
  }
  return { count, numbers: numbers.length, sum: exactSum(numbers) };
}
