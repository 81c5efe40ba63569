import type { NumberStyle } from '#domain/query/chart.ts';
import { scaleOf } from '#display/format/unit.ts';
import type { Look } from '#display/frame.ts';

/** Tick range of a value axis. */
export type Ticks = { min: number; max: number; interval: number };

const steps = [1, 2, 2.5, 5, 10];

/** The next round step. */
function roundStep(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(minStep));
  return steps.find((step) => step * power >= minStep * 0.999)! * power;
}

/** Ticks in the unit that is displayed: round hours or megabytes are not round seconds or bytes. */
export function ticksIn(
  values: (number | null)[],
  count: number,
  fromZero: boolean,
  style: NumberStyle,
  look: Look,
): Ticks {
  const maxSize = values.reduce<number>((max, value) => Math.max(max, Math.abs(value ?? 0)), 0);
  const { divisor } =
    style.format === 'duration' || style.format === 'bytes' ? scaleOf(maxSize, style, look) : { divisor: 1 };
  if (divisor === 1) return ticksFor(values, count, fromZero);
  const { min, max, interval } = ticksFor(
    values.map((value) => value && value / divisor),
    count,
    fromZero,
  );
  return { min: min * divisor, max: max * divisor, interval: interval * divisor };
}

/** Ticks from minimum to maximum in about `count` round steps; includes zero if `fromZero`. */
export function ticksFor(values: Iterable<number | null>, count: number, fromZero: boolean): Ticks {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return { min: 0, max: 1, interval: 1 };
  if (fromZero || min === max) [min, max] = [Math.min(min, 0), Math.max(max, 0)];
  if (min === max) return { min: 0, max: 1, interval: 1 };
  const interval = roundStep((max - min) / Math.max(count, 1));
  const clean = (value: number) => Number(value.toPrecision(12));
  return {
    min: clean(Math.floor(min / interval + 1e-9) * interval),
    max: clean(Math.ceil(max / interval - 1e-9) * interval),
    interval,
  };
}

/** The tick values. */
export const tickValuesOf = ({ min, max, interval }: Ticks): number[] =>
  Array.from({ length: Math.min(Math.round((max - min) / interval), 100) + 1 }, (_, index) =>
    Number((min + index * interval).toPrecision(12)),
  );
