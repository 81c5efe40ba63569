import { exactSum } from '#contract/decimal.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Look } from '#display/frame.ts';
import { colouredBy, dimensionsOf, isRest, type MeasureColumn, measuresOf, rowCountOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { colourAt, coloursOf } from './palette.ts';
import type { Picture } from './picture.ts';
import { itemName } from './series.ts';
import { chartTexts } from './texts.ts';

/** One thing with a name and an amount: a slice, a word, a stage. */
export type Part = {
  name: string;
  value: unknown;
  amount: number;
  /** What the amount is compared with; null if that is not known. */
  base: number | null;
  colour: string;
  row: number | null;
  isRest: boolean;
};

export type Parts = { measure: MeasureColumn; parts: Part[]; empty: number };

/** What a row is called: the values of all its dimensions. */
export function rowName(picture: Pick<Picture, 'frame' | 'look'>, row: number): string {
  const dimensions = dimensionsOf(picture.frame);
  const rest = isRest(picture.frame, row);
  const names = dimensions.map((column) => {
    const value = column.values[row];
    return itemName({ value, isRest: rest && (value === null || value === undefined) }, column, picture.look);
  });
  return names.join(' · ');
}

/** The rows as parts with names; without dimensions the measures are the parts. */
export function partsOf(picture: Pick<Picture, 'frame' | 'look' | 'options'>): Parts {
  const { frame, look, options } = picture;
  const dimensions = dimensionsOf(frame);
  const measures = measuresOf(frame, options);
  const measure = measures[0]!;
  if (dimensions.length === 0) {
    const parts = measures.map(({ field, values, base }, index) => ({
      name: field.label,
      value: field.measure,
      amount: amountOf(values[0]) ?? 0,
      base: amountOf(base?.[0]),
      colour: colourAt(index, look),
      row: 0,
      isRest: false,
    }));
    return { measure, parts, empty: 0 };
  }
  const rows = Array.from({ length: rowCountOf(frame) }, (_, row) => row);
  const filled = rows.filter((row) => amountOf(measure.values[row]) !== null);
  const keys = filled.map((row) => ({
    value: dimensions.length === 1 ? dimensions[0]!.values[row] : rowName(picture, row),
    isRest: isRest(frame, row),
  }));
  const colours = coloursOf(keys, look, colouredBy(dimensions));
  const parts = filled.map((row, index) => ({
    ...keys[index]!,
    name: rowName(picture, row),
    amount: amountOf(measure.values[row])!,
    base: amountOf(measure.base?.[row]),
    colour: colours[index]!,
    row,
  }));
  return { measure, parts, empty: rows.length - filled.length };
}

/** The largest parts, and what is left of the others as one. */
export function largest(parts: Part[], most: number, look: Look): Part[] {
  const sorted = parts.toSorted((a, b) => Number(a.isRest) - Number(b.isRest) || b.amount - a.amount);
  if (sorted.length <= most) return sorted;
  return [...sorted.slice(0, most - 1), restOf(sorted.slice(most - 1), inkOf(look).rest, look)];
}

/** Several parts as one. */
export const restOf = (others: Part[], colour: string, look: Look): Part => ({
  name: chartTexts[look.language].rest,
  value: null,
  amount: sumOf(others),
  base: exactSum(others.map(({ base }) => base ?? 0)),
  colour,
  row: null,
  isRest: true,
});

export const sumOf = (parts: Part[]): number => exactSum(parts.map(({ amount }) => amount));
