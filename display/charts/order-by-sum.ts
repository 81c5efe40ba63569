import { amountOf } from '#display/format/amount.ts';
import type { Frame } from '#display/frame.ts';

type SortableItems = { isRest: boolean }[];

/**
 * Order of items that each stand for several rows; `indexOfRow` maps a row to its item. When rows are sorted by a
 * measure, items are sorted by the sum of their rows and the rest comes last. Otherwise items keep the row order.
 */
export function orderBySum(frame: Frame, items: SortableItems, indexOfRow: (row: number) => number): number[] {
  const indexes = items.map((_, index) => index);
  const { fields, values, sorted } = frame;
  const fieldIndex = fields.findIndex(({ name }) => name === sorted?.name);
  const [field, amounts] = [fields[fieldIndex], values[fieldIndex]];
  // Percentages of parts do not add up.
  if (!sorted || !amounts || (field?.role === 'measure' && field.part === 'percent')) return indexes;
  const sums = items.map(() => 0);
  for (const [row, amount] of amounts.entries()) sums[indexOfRow(row)]! += amountOf(amount) ?? 0;
  const sign = sorted.direction === 'ascending' ? 1 : -1;
  const isLast = (index: number) => Number(items[index]!.isRest);
  return indexes.sort((a, b) => isLast(a) - isLast(b) || (sums[a]! - sums[b]!) * sign);
}
