import type { NumberStyle } from '#contract/chart.ts';
import { scaleOf } from '#display/format/unit.ts';
import type { Look } from '#display/frame.ts';

/** The marks of an axis of numbers. */
export type Ticks = { min: number; max: number; interval: number };

const steps = [1, 2, 2.5, 5, 10];

/** A round number near this one. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return steps.find((step) => step * power >= rough * 0.999)! * power;
}

/** Round numbers of hours or megabytes are not round numbers of seconds or bytes. */
export function ticksIn(
  values: (number | null)[],
  count: number,
  fromZero: boolean,
  style: NumberStyle,
  look: Look,
): Ticks {
  const most = values.reduce<number>((largest, value) => Math.max(largest, Math.abs(value ?? 0)), 0);
  const { divisor } =
    style.format === 'duration' || style.format === 'bytes' ? scaleOf(most, style, look) : { divisor: 1 };
  if (divisor === 1) return ticksFor(values, count, fromZero);
  const { min, max, interval } = ticksFor(
    values.map((value) => value && value / divisor),
    count,
    fromZero,
  );
  return { min: min * divisor, max: max * divisor, interval: interval * divisor };
}

/** From the least to the most in about so many round steps; numbers from zero on unless the axis need not. */
export function ticksFor(values: Iterable<number | null>, count: number, fromZero: boolean): Ticks {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) return { min: 0, max: 1, interval: 1 };
  if (fromZero || least === most) [least, most] = [Math.min(least, 0), Math.max(most, 0)];
  if (least === most) return { min: 0, max: 1, interval: 1 };
  const interval = roundStep((most - least) / Math.max(count, 1));
  const clean = (value: number) => Number(value.toPrecision(12));
  return {
    min: clean(Math.floor(least / interval + 1e-9) * interval),
    max: clean(Math.ceil(most / interval - 1e-9) * interval),
    interval,
  };
}

/** The numbers at the marks. */
export const marksOf = ({ min, max, interval }: Ticks): number[] =>
  Array.from({ length: Math.min(Math.round((max - min) / interval), 100) + 1 }, (_, index) =>
    Number((min + index * interval).toPrecision(12)),
  );
