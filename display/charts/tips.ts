import { formatPercentChange } from '#display/format/change.ts';
import { formatExact } from '#display/format/exact.ts';
import type { Look } from '#display/frame.ts';
import { mix } from './colour.ts';
import { inkOf } from './ink.ts';
import type { Tip, TipRow } from './picture.ts';
import { itemName, type Layout, type Series } from './series.ts';
import { chartTexts } from './texts.ts';

/** The change from a number before, with its sign; nothing if there was none. */
const changeText = (value: number | null, base: number | null, look: Look) =>
  value === null || base === null || base === 0 ? '' : formatPercentChange((value - base) / Math.abs(base), look);

export const paler = (colour: string, look: Look): string => mix(colour, inkOf(look).surface, 0.4);

function rowsOf(series: Series, index: number, look: Look): TipRow[] {
  const value = series.values[index] ?? null;
  const row = { colour: series.colour, name: series.name, value: formatExact(value, series.column.style, look) };
  if (!series.base) return [row];
  const base = series.base[index] ?? null;
  const change = changeText(value, base, look);
  return [
    { ...row, value: change ? `${row.value}  ${change}` : row.value },
    {
      colour: paler(series.colour, look),
      name: series.baseName,
      value: formatExact(base, series.column.style, look),
      isQuiet: true,
    },
  ];
}

/** The exact numbers of all series at one place. */
export function tipAt(layout: Layout, index: number, look: Look): Tip | null {
  const item = layout.items[index];
  if (!item) return null;
  return {
    title: itemName(item, layout.axis, look),
    rows: layout.series.flatMap((series) => rowsOf(series, index, look)),
    note: index === layout.unfinished ? chartTexts[look.language].unfinished : undefined,
  };
}
