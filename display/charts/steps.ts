import type { Grain } from '#contract/query.ts';
import { dayText, numberOfDay, type Wall, wallOf, wallOfNumber } from '#display/format/calendar.ts';
import { type DimensionColumn, isTimeField } from './columns.ts';

const minute = 60_000;
const lengths = { minute, hour: 60 * minute };
const firstOf = (months: number): Wall => ({
  year: Math.floor(months / 12),
  month: (months % 12) + 1,
  day: 1,
  hour: 0,
  minute: 0,
  second: 0,
});

const monthsOf: Partial<Record<Grain['unit'], number>> = { month: 1, quarter: 3, year: 12, fiscal_year: 12 };

/** Counts steps of a grain: the number of a step, and the step of a number. */
type Counter = { numberOf: (value: unknown) => number | null; valueOf: (number: number) => string };

// The zone does not matter: days have none, and shorter steps are counted in moments.
const dayOf = (value: unknown) => wallOf(typeof value === 'string' ? value.slice(0, 10) : value, 'UTC');

function counterOf(grain: Grain, first: unknown): Counter {
  if (grain.unit === 'minute' || grain.unit === 'hour') {
    const [length, start] = [lengths[grain.unit], new Date(first as string).getTime()];
    return {
      numberOf: (value) => orNull(Math.round((new Date(value as string).getTime() - start) / length)),
      valueOf: (number) => new Date(start + number * length).toISOString(),
    };
  }
  const months = monthsOf[grain.unit];
  const anchor = dayOf(first)!;
  if (months) {
    const offset = (anchor.year * 12 + anchor.month - 1) % months;
    return {
      numberOf: (value) => {
        const wall = dayOf(value);
        return wall ? Math.floor((wall.year * 12 + wall.month - 1 - offset) / months) : null;
      },
      valueOf: (number) => dayText(firstOf(number * months + offset)),
    };
  }
  const days = grain.unit === 'day' ? 1 : 7;
  const start = numberOfDay(anchor);
  return {
    numberOf: (value) => {
      const wall = dayOf(value);
      return wall ? Math.floor((numberOfDay(wall) - start) / days) : null;
    },
    valueOf: (number) => dayText(wallOfNumber(start + number * days)),
  };
}

const orNull = (number: number) => (Number.isNaN(number) ? null : number);

/** A column of days without a grain, as SQL gives them: months or years if all of them begin one. */
function guessGrain(values: unknown[]): Grain | null {
  const walls = values.filter((value) => value !== null).map(dayOf);
  if (walls.length === 0 || walls.some((wall) => !wall)) return null;
  const days = walls as Wall[];
  if (!days.every(({ day }) => day === 1) || days.length < 2) return { unit: 'day' };
  return days.every(({ month }) => month === 1) ? { unit: 'year' } : { unit: 'month' };
}

export function grainOf({ field, values }: DimensionColumn): Grain | null {
  if (!isTimeField(field)) return null;
  return field.grain ?? (field.type === 'date' ? guessGrain(values) : null);
}

/** More missing steps than these are one gap: a picture has not more pixels. */
const mostMissing = 20_000;

/**
 * All steps from the first to the last in their order, also those that nothing happened in, so that a gap is seen.
 * Steps that are no time, the empty one first of all, are left out.
 */
export function fillSteps(values: unknown[], grain: Grain): unknown[] {
  const first = values.find((value) => value !== null && value !== undefined && dayOf(value));
  if (first === undefined) return [];
  const { numberOf, valueOf } = counterOf(grain, first);
  const numbers = new Map<number, unknown>();
  for (const value of values) {
    const number = value === null || value === undefined ? null : numberOf(value);
    if (number !== null && !numbers.has(number)) numbers.set(number, value);
  }
  const sorted = [...numbers.keys()].sort((a, b) => a - b);
  const missing = sorted.at(-1)! - sorted[0]! + 1 - sorted.length;
  const isFew = missing <= mostMissing;
  return sorted.flatMap((number, index) => {
    const before = index === 0 ? number - 1 : sorted[index - 1]!;
    const gap = number - before - 1;
    const filled = Array.from({ length: isFew ? gap : Math.min(gap, 1) }, (_, at) => valueOf(before + 1 + at));
    return [...filled, numbers.get(number)];
  });
}
