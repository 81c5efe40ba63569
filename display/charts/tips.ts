import { exactDifference } from '#contract/decimal.ts';
import type { NumberStyle } from '#contract/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import { courseOf, formatPercentChange, formatPoints } from '#display/format/change.ts';
import { formatExact } from '#display/format/exact.ts';
import type { Look } from '#display/frame.ts';
import { counterpartLabel } from '#display/words/base.ts';
import { mix } from './colour.ts';
import type { MeasureColumn } from './columns.ts';
import { courseColour, inkOf } from './ink.ts';
import type { Tip, TipChange, TipRow } from './picture.ts';
import { itemName, type Layout } from './series.ts';
import { chartTexts } from './texts.ts';

/** Two numbers as they came, which may be texts of more digits than a number holds. */
type Change = { value: unknown; base: unknown; style: NumberStyle };

/** The change from a number before, by how much and in percent, in the colour of more or less. */
export function changeOf({ style, ...given }: Change, look: Look): TipChange | undefined {
  const [value, base] = [amountOf(given.value), amountOf(given.base)];
  if (value === null || base === null) return undefined;
  const difference = exactDifference(value, base);
  const isPercent = style.format === 'percent';
  const amount = isPercent
    ? formatPoints(difference, look)
    : `${difference > 0 ? '+' : ''}${formatExact(difference, style, look)}`;
  const text =
    base === 0 || isPercent ? amount : `${amount} (${formatPercentChange(difference / Math.abs(base), look)})`;
  return { text, colour: courseColour(courseOf(difference), look) };
}

export const paler = (colour: string, look: Look): string => mix(colour, inkOf(look).surface, 0.4);

type Compared = Change & { colour: string | null; name: string; baseName: string };

/** A number with its change, and below it what it is compared with. */
export function comparedRows(compared: Compared, look: Look): TipRow[] {
  const { colour, name, value, base, baseName, style } = compared;
  return [
    { colour, name, value: formatExact(value, style, look), change: changeOf(compared, look) },
    { colour: colour && paler(colour, look), name: baseName, value: formatExact(base, style, look), isQuiet: true },
  ];
}

type Amount = { colour: string | null; value: unknown; base: unknown };

/** An amount of a measure, with what it is compared with if it is. */
export function amountRows(column: MeasureColumn, { colour, value, base }: Amount, look: Look): TipRow[] {
  const { field, style, baseLabel } = column;
  const name = field.label;
  if (!column.base) return [{ colour, name, value: formatExact(value, style, look) }];
  return comparedRows({ colour, name, value, base, baseName: baseLabel, style }, look);
}

/** What a row has of a measure. */
export const measureRows = (column: MeasureColumn, row: number, colour: string | null, look: Look): TipRow[] =>
  amountRows(column, { colour, value: column.values[row], base: column.base?.[row] }, look);

/** The exact numbers of all series at one place. */
export function tipAt(layout: Layout, index: number, look: Look): Tip | null {
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

/** That a step is not over, and what exactly it is compared with. */
function noteAt({ items, grain, alignment, unfinished }: Layout, index: number, look: Look): string | undefined {
  const { language } = look;
  const step = items[index]?.value;
  const notes = [
    ...(index === unfinished ? [chartTexts[language].unfinished] : []),
    ...(alignment && grain && typeof step === 'string' ? [counterpartLabel(alignment, step, grain, language)] : []),
  ];
  return notes.length > 0 ? notes.join(' · ') : undefined;
}
