import type { NumberStyle } from '#domain/query/chart.ts';
import type { Look } from '#display/frame.ts';
import { affixOf } from './money.ts';
import { formatDigits } from './number.ts';
import { byteScales, plainScales, type Scale, scaleFor, durationScales } from './scales.ts';

/** How all numbers of an axis or column are written: the same unit and decimals. */
export type NumberUnit = {
  scale: Scale;
  decimals: number;
  before: string;
  behind: string;
  language: Look['language'];
  /** The largest absolute value, and the scales for values too small for this one. */
  largest: number;
  scales: Scale[];
};

function scalesOf(style: NumberStyle, look: Look): Scale[] {
  if (style.format === 'percent') return [{ divisor: 0.01, suffix: '%' }];
  if (style.format === 'bytes') return byteScales;
  if (style.format === 'duration') return durationScales[look.language];
  return plainScales(look);
}

function largestOf(values: Iterable<number | null>): number {
  let largest = 0;
  for (const value of values) if (value !== null && Math.abs(value) > largest) largest = Math.abs(value);
  return Number.isFinite(largest) ? largest : 0;
}

/** Decimals that the numbers need: at most two, more only if all are small. */
function decimalsFor(values: Iterable<number | null>, { divisor }: Scale, largest: number): number {
  const size = largest / divisor;
  const maxDecimals = size > 0 && size < 1 ? Math.min(2 + Math.floor(-Math.log10(size)), 10) : 2;
  let needed = 0;
  for (const value of values) {
    if (value === null || needed === maxDecimals) continue;
    while (needed < maxDecimals && !isRound(value / divisor, needed, maxDecimals)) needed += 1;
  }
  return needed;
}

const isRound = (value: number, decimals: number, maxDecimals: number) =>
  Math.abs(value - Number(value.toFixed(decimals))) < 0.5 / 10 ** maxDecimals;

/** Scale for numbers up to `largest`. Durations need two of a unit: 90 minutes are not 1.5 hours. */
export const scaleOf = (largest: number, style: NumberStyle, look: Look): Scale =>
  scaleFor(largest, scalesOf(style, look), style.format === 'duration' ? 2 : 1);

/** The unit shared by these numbers. */
export function unitFor(values: Iterable<number | null>, style: NumberStyle, look: Look): NumberUnit {
  const largest = largestOf(values);
  const scale = scaleOf(largest, style, look);
  const decimals = style.decimals ?? decimalsFor(values, scale, largest);
  const isOwn = style.format === 'plain' || style.format === 'currency';
  const affix = isOwn ? affixOf(style, look.language) : { before: '', behind: '' };
  return { scale, decimals, ...affix, language: look.language, largest, scales: scalesOf(style, look) };
}

const isZeroIn = ({ scale, decimals }: NumberUnit, value: number) =>
  Number(Math.abs(value / scale.divisor).toFixed(decimals)) === 0;

/** Unit for one number that would round to zero: its own scale and decimals. */
function finerUnitFor(unit: NumberUnit, value: number): NumberUnit {
  const size = Math.abs(value);
  const scale = scaleFor(size, unit.scales);
  return { ...unit, scale, decimals: decimalsFor([size], scale, size) };
}

/**
 * Unit of an axis. A few thousand are short enough without a scale: 500, 1,000 and 1,500 instead of 0.5K and 1.5K.
 */
export function axisUnitFor(values: number[], style: NumberStyle, look: Look): NumberUnit {
  const unit = unitFor(values, style, look);
  if (!unit.scale.isCount || unit.scale.divisor !== 1000 || largestOf(values) >= 10_000) return unit;
  return unitFor(values, style, { ...look, units: 'none' });
}

/** A number in a unit; a dash if empty. */
export function formatIn(unit: NumberUnit, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  // Floating-point residue counts as zero.
  const amount = Math.abs(value) < unit.largest * 1e-14 ? 0 : value;
  const { scale, decimals, before, behind, language } =
    amount !== 0 && isZeroIn(unit, amount) ? finerUnitFor(unit, amount) : unit;
  // Zero has no count scale; of percent, bytes and durations it keeps the unit.
  if (amount === 0 && scale.isCount) return `${before}0${behind}`;
  const digits = formatDigits(Math.abs(amount) / scale.divisor, decimals, language);
  return `${amount < 0 ? '-' : ''}${before}${digits}${scale.suffix}${behind}`;
}

/** A single number in its own unit. */
export const formatAmount = (value: number | null, style: NumberStyle, look: Look): string =>
  formatIn(unitFor([value], style, look), value);
