import type { VisualMapComponentOption } from 'echarts';

import type { NumberStyle } from '#domain/query/chart.ts';
import { axisUnitFor, formatIn } from '#display/format/unit.ts';
import { mix } from './colour.ts';
import { inkOf } from './ink.ts';
import { diverging, sequential } from './palette.ts';
import type { DrawInput } from './draw-input.ts';

export type ValueRange = { min: number; max: number };

/** Value range of a colour scale; symmetric around zero if it has both signs. */
export function rangeOf(amounts: Iterable<number | null>): ValueRange {
  let [min, max] = [Infinity, -Infinity];
  for (const amount of amounts) {
    if (amount === null) continue;
    min = Math.min(min, amount);
    max = Math.max(max, amount);
  }
  if (min > max) return { min: 0, max: 1 };
  if (min < 0 && max > 0) return { min: -Math.max(-min, max), max: Math.max(-min, max) };
  if (min === max) return min >= 0 ? { min: 0, max: max || 1 } : { min, max: 0 };
  // The scale begins at zero when the smallest value is near it.
  return { min: min > 0 && min < max * 0.3 ? 0 : min, max };
}

/** Colour of a value on the scale. */
export function shadeOf(amount: number, { min, max }: ValueRange, theme: 'light' | 'dark'): string {
  const colours = min < 0 && max > 0 ? diverging[theme] : sequential[theme];
  const position = ((amount - min) / (max - min || 1)) * (colours.length - 1);
  const index = Math.min(Math.max(Math.floor(position), 0), colours.length - 2);
  return mix(colours[index]!, colours[index + 1]!, Math.min(1, Math.max(0, position - index)));
}

/** Colour scale legend, which also colours the cells. */
export function colourScaleFor(
  { look, width }: DrawInput,
  { min, max }: ValueRange,
  style: NumberStyle,
): VisualMapComponentOption {
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
