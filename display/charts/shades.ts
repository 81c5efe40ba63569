import type { VisualMapComponentOption } from 'echarts';

import type { NumberStyle } from '#contract/chart.ts';
import { axisUnitFor, formatIn } from '#display/format/unit.ts';
import { mix } from './colour.ts';
import { inkOf } from './ink.ts';
import { diverging, sequential } from './palette.ts';
import type { Picture } from './picture.ts';

export type Range = { min: number; max: number };

/** From the least to the most; as far down as up if there are both. */
export function rangeOf(amounts: Iterable<number | null>): Range {
  let [min, max] = [Infinity, -Infinity];
  for (const amount of amounts) {
    if (amount === null) continue;
    min = Math.min(min, amount);
    max = Math.max(max, amount);
  }
  if (min > max) return { min: 0, max: 1 };
  if (min < 0 && max > 0) return { min: -Math.max(-min, max), max: Math.max(-min, max) };
  if (min === max) return min >= 0 ? { min: 0, max: max || 1 } : { min, max: 0 };
  // A scale that begins at zero when the numbers nearly do.
  return { min: min > 0 && min < max * 0.3 ? 0 : min, max };
}

/** The shade of a number, as the strip has it. */
export function shadeOf(amount: number, { min, max }: Range, theme: 'light' | 'dark'): string {
  const colours = min < 0 && max > 0 ? diverging[theme] : sequential[theme];
  const place = ((amount - min) / (max - min || 1)) * (colours.length - 1);
  const index = Math.min(Math.max(Math.floor(place), 0), colours.length - 2);
  return mix(colours[index]!, colours[index + 1]!, Math.min(1, Math.max(0, place - index)));
}

/** A strip that says which shade is which number, and gives the cells their colours. */
export function shadesFor({ look, width }: Picture, { min, max }: Range, style: NumberStyle): VisualMapComponentOption {
  const ink = inkOf(look);
  const colours = min < 0 && max > 0 ? diverging[look.theme] : sequential[look.theme];
  const unit = axisUnitFor([min, max], style, look);
  return {
    type: 'continuous',
    min,
    max,
    inRange: { color: [...colours] },
    outOfRange: { color: ink.empty },
    orient: 'horizontal',
    right: 0,
    top: 0,
    itemWidth: 8,
    itemHeight: Math.min(120, width * 0.3),
    text: [formatIn(unit, max), formatIn(unit, min)],
    textGap: 8,
    textStyle: { color: ink.quiet, fontSize: 12 },
    formatter: (value) => formatIn(unit, Number(value)),
    hoverLink: false,
    calculable: false,
  };
}
