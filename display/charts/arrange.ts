import { amountOf } from '#display/format/amount.ts';
import type { Frame } from '#display/frame.ts';

type Things = { isRest: boolean }[];

/**
 * The order of things that several rows stand for, `placeOf` says which: where the rows go by an amount, so do the
 * things, each by the sum of its rows and not by the largest of them, and the rest last. Where the rows have another
 * order, it is kept.
 */
export function orderBySum(frame: Frame, things: Things, placeOf: (row: number) => number): number[] {
  const places = things.map((_, place) => place);
  const { fields, values, sorted } = frame;
  const at = fields.findIndex(({ name }) => name === sorted?.name);
  const [field, amounts] = [fields[at], values[at]];
  // Percentages of parts do not add up.
  if (!sorted || !amounts || (field?.role === 'measure' && field.part === 'percent')) return places;
  const sums = things.map(() => 0);
  for (const [row, amount] of amounts.entries()) sums[placeOf(row)]! += amountOf(amount) ?? 0;
  const sign = sorted.direction === 'ascending' ? 1 : -1;
  const isLast = (place: number) => Number(things[place]!.isRest);
  return places.sort((a, b) => isLast(a) - isLast(b) || (sums[a]! - sums[b]!) * sign);
}
