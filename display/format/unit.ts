import type { NumberStyle } from '#contract/chart.ts';
import type { Look } from '#display/frame.ts';
import { affixOf } from './money.ts';
import { formatDigits } from './number.ts';
import { byteScales, plainScales, type Scale, scaleFor, spanScales } from './scales.ts';

/** How all numbers of one axis or column are written: the same unit, the same digits after the point. */
export type Unit = {
  scale: Scale;
  decimals: number;
  before: string;
  behind: string;
  language: Look['language'];
  /** The largest of the numbers, and the scales for those that are too small for this one. */
  most: number;
  scales: Scale[];
};

export const plainStyle: NumberStyle = { format: 'plain', decimals: null, unit: '' };

function scalesOf(style: NumberStyle, look: Look): Scale[] {
  if (style.format === 'percent') return [{ divisor: 0.01, suffix: '%' }];
  if (style.format === 'bytes') return byteScales;
  if (style.format === 'duration') return spanScales[look.language];
  return plainScales(look);
}

function mostOf(values: Iterable<number | null>): number {
  let most = 0;
  for (const value of values) if (value !== null && Math.abs(value) > most) most = Math.abs(value);
  return Number.isFinite(most) ? most : 0;
}

/** Digits after the point that the numbers need: two at most, more only if they are all small. */
function decimalsFor(values: Iterable<number | null>, { divisor }: Scale, most: number): number {
  const size = most / divisor;
  const allowed = size > 0 && size < 1 ? Math.min(2 + Math.floor(-Math.log10(size)), 10) : 2;
  let needed = 0;
  for (const value of values) {
    if (value === null || needed === allowed) continue;
    while (needed < allowed && !isRound(value / divisor, needed, allowed)) needed += 1;
  }
  return needed;
}

const isRound = (value: number, decimals: number, allowed: number) =>
  Math.abs(value - Number(value.toFixed(decimals))) < 0.5 / 10 ** allowed;

/** The scale of numbers up to this one. Spans need two of a unit: 90 minutes are no half hours. */
export const scaleOf = (most: number, style: NumberStyle, look: Look): Scale =>
  scaleFor(most, scalesOf(style, look), style.format === 'duration' ? 2 : 1);

/** The one unit in which these numbers are written. */
export function unitFor(values: Iterable<number | null>, style: NumberStyle, look: Look): Unit {
  const most = mostOf(values);
  const scale = scaleOf(most, style, look);
  const decimals = style.decimals ?? decimalsFor(values, scale, most);
  const isOwn = style.format === 'plain' || style.format === 'currency';
  const affix = isOwn ? affixOf(style, look.language) : { before: '', behind: '' };
  return { scale, decimals, ...affix, language: look.language, most, scales: scalesOf(style, look) };
}

const isZeroIn = ({ scale, decimals }: Unit, value: number) =>
  Number(Math.abs(value / scale.divisor).toFixed(decimals)) === 0;

/** A unit for one number that would read as nothing: its own scale, and the digits that it needs. */
function finerFor(unit: Unit, value: number): Unit {
  const size = Math.abs(value);
  const scale = scaleFor(size, unit.scales);
  return { ...unit, scale, decimals: decimalsFor([size], scale, size) };
}

/** The unit of an axis. A few thousand are short enough as they are: 500, 1,000 and 1,500 instead of 0.5K and 1.5K. */
export function axisUnitFor(values: number[], style: NumberStyle, look: Look): Unit {
  const unit = unitFor(values, style, look);
  if (!unit.scale.isCount || unit.scale.divisor !== 1000 || mostOf(values) >= 10_000) return unit;
  return unitFor(values, style, { ...look, units: 'none' });
}

/** A number in that unit; a dash for nothing. */
export function formatIn(unit: Unit, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  // What calculating with fractions leaves over is nothing.
  const amount = Math.abs(value) < unit.most * 1e-14 ? 0 : value;
  const { scale, decimals, before, behind, language } =
    amount !== 0 && isZeroIn(unit, amount) ? finerFor(unit, amount) : unit;
  // Nothing is nothing in ones as in ten thousands; of percent, bytes and hours it keeps the unit.
  if (amount === 0 && scale.isCount) return `${before}0${behind}`;
  const digits = formatDigits(Math.abs(amount) / scale.divisor, decimals, language);
  return `${amount < 0 ? '-' : ''}${before}${digits}${scale.suffix}${behind}`;
}

/** One number on its own, in the unit that suits it. */
export const formatAmount = (value: number | null, style: NumberStyle, look: Look): string =>
  formatIn(unitFor([value], style, look), value);
