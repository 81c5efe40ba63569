import { exactDifference } from '#domain/query/decimal.ts';
import type { NumberStyle } from '#domain/query/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import { changeDirectionOf, formatPercentChange, formatPoints } from '#display/format/change.ts';
import { formatExact } from '#display/format/exact.ts';
import type { Look } from '#display/frame.ts';
import { counterpartLabel } from '#display/words/compare-labels.ts';
import { mix } from './colour.ts';
import type { MeasureColumn } from './frame-columns.ts';
import { changeColour, inkOf } from './ink.ts';
import type { Tip, TipChange, TipRow } from './draw-input.ts';
import { itemName, type SeriesLayout } from './series-layout.ts';
import { chartTexts } from './chart-texts.ts';

/** Two raw values, which may be texts with more digits than a number holds. */
type ComparedAmount = { value: unknown; base: unknown; style: NumberStyle };

/** The change from a compared value as amount and percentage, in the colour of its direction. */
export function changeOf({ style, ...raw }: ComparedAmount, look: Look): TipChange | undefined {
  const [value, base] = [amountOf(raw.value), amountOf(raw.base)];
  if (value === null || base === null) return undefined;
  const difference = exactDifference(value, base);
  const isPercent = style.format === 'percent';
  const amount = isPercent
    ? formatPoints(difference, look)
    : `${difference > 0 ? '+' : ''}${formatExact(difference, style, look)}`;
  const text =
    base === 0 || isPercent ? amount : `${amount} (${formatPercentChange(difference / Math.abs(base), look)})`;
  return { text, colour: changeColour(changeDirectionOf(difference), look) };
}

export const paler = (colour: string, look: Look): string => mix(colour, inkOf(look).surface, 0.4);

type ComparedTip = ComparedAmount & { colour: string | null; name: string; baseName: string };

/** A value with its change, and below it the compared value. */
export function comparedRows(tip: ComparedTip, look: Look): TipRow[] {
  const { colour, name, value, base, baseName, style } = tip;
  return [
    { colour, name, value: formatExact(value, style, look), change: changeOf(tip, look) },
    { colour: colour && paler(colour, look), name: baseName, value: formatExact(base, style, look), isQuiet: true },
  ];
}

type TipAmount = { colour: string | null; value: unknown; base: unknown };

/** Tooltip rows of an amount, with the compared amount if any. */
export function amountRows(column: MeasureColumn, { colour, value, base }: TipAmount, look: Look): TipRow[] {
  const { field, style, baseLabel } = column;
  const name = field.label;
  if (!column.base) return [{ colour, name, value: formatExact(value, style, look) }];
  return comparedRows({ colour, name, value, base, baseName: baseLabel, style }, look);
}

/** Tooltip rows of a measure in a frame row. */
export const measureRows = (column: MeasureColumn, row: number, colour: string | null, look: Look): TipRow[] =>
  amountRows(column, { colour, value: column.values[row], base: column.base?.[row] }, look);

/** The exact values of all series at an item. */
export function tipAt(layout: SeriesLayout, index: number, look: Look): Tip | null {
  const item = layout.items[index];
  if (!item) return null;
  return {
    title: itemName(item, layout.axis, look),
    rows: layout.series.flatMap(({ name, baseName, colour, column: { style }, values, base }) => {
      const value = values[index] ?? null;
      if (!base) return [{ colour, name, value: formatExact(value, style, look) }];
      return comparedRows({ colour, name, baseName, value, base: base[index] ?? null, style }, look);
    }),
    note: noteAt(layout, index, look),
  };
}

/** Notes that the step is unfinished, and with which period it is compared. */
function noteAt({ items, grain, alignment, unfinished }: SeriesLayout, index: number, look: Look): string | undefined {
  const { language } = look;
  const step = items[index]?.value;
  const notes = [
    ...(index === unfinished ? [chartTexts[language].unfinished] : []),
    ...(alignment && grain && typeof step === 'string' ? [counterpartLabel(alignment, step, grain, language)] : []),
  ];
  return notes.length > 0 ? notes.join(' · ') : undefined;
}
