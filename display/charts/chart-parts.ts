import { exactSum } from '#domain/query/decimal.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Look } from '#display/frame.ts';
import { colourKeyOf, dimensionsOf, isRest, type MeasureColumn, measuresOf, rowCountOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { colourAt, coloursOf } from './palette.ts';
import type { DrawInput } from './draw-input.ts';
import { itemName } from './series-layout.ts';
import { chartTexts } from './chart-texts.ts';

/** A named amount: a slice, a word, a stage. */
export type ChartPart = {
  name: string;
  value: unknown;
  amount: number;
  /** The compared amount; null if there is none. */
  base: number | null;
  colour: string;
  row: number | null;
  isRest: boolean;
};

export type ChartParts = { measure: MeasureColumn; parts: ChartPart[]; empty: number };

/** Name of a row: the values of all its dimensions. */
export function rowName(input: Pick<DrawInput, 'frame' | 'look'>, row: number): string {
  const dimensions = dimensionsOf(input.frame);
  const rest = isRest(input.frame, row);
  const names = dimensions.map((column) => {
    const value = column.values[row];
    return itemName({ value, isRest: rest && (value === null || value === undefined) }, column, input.look);
  });
  return names.join(' · ');
}

/** Rows as named parts; without dimensions, the measures are the parts. */
export function partsOf(input: Pick<DrawInput, 'frame' | 'look' | 'options'>): ChartParts {
  const { frame, look, options } = input;
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
  const nonEmptyRows = rows.filter((row) => amountOf(measure.values[row]) !== null);
  const keys = nonEmptyRows.map((row) => ({
    value: dimensions.length === 1 ? dimensions[0]!.values[row] : rowName(input, row),
    isRest: isRest(frame, row),
  }));
  const colours = coloursOf(keys, look, colourKeyOf(dimensions));
  const parts = nonEmptyRows.map((row, index) => ({
    ...keys[index]!,
    name: rowName(input, row),
    amount: amountOf(measure.values[row])!,
    base: amountOf(measure.base?.[row]),
    colour: colours[index]!,
    row,
  }));
  return { measure, parts, empty: rows.length - nonEmptyRows.length };
}

/** The largest parts, with the others merged into one. */
export function largestParts(parts: ChartPart[], maxParts: number, look: Look): ChartPart[] {
  const sorted = parts.toSorted((a, b) => Number(a.isRest) - Number(b.isRest) || b.amount - a.amount);
  if (sorted.length <= maxParts) return sorted;
  return [...sorted.slice(0, maxParts - 1), restOf(sorted.slice(maxParts - 1), inkOf(look).rest, look)];
}

/** Merges several parts into "Other". */
export const restOf = (others: ChartPart[], colour: string, look: Look): ChartPart => ({
  name: chartTexts[look.language].rest,
  value: null,
  amount: sumOf(others),
  base: exactSum(others.map(({ base }) => base ?? 0)),
  colour,
  row: null,
  isRest: true,
});

export const sumOf = (parts: ChartPart[]): number => exactSum(parts.map(({ amount }) => amount));
