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
      numberOf: (value) => orNull(Math.round((Date.parse(value as string) - start) / length)),
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

/** The steps along an axis, and which of them each row has; -1 for none. */
export type Steps = { values: unknown[]; places: Int32Array };

/** The number of the step of each row; NaN for what is no time. */
function numbersOf(values: unknown[], { numberOf }: Counter): Float64Array {
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    numbers[row] = (value === null || value === undefined ? null : numberOf(value)) ?? Number.NaN;
  }
  return numbers;
}

/** Which rows have which step, along all steps that were asked for. */
export function fillSteps(values: unknown[], grain: Grain, asked: string[] = []): Steps {
  if (asked.length === 0) return placeAll(values, grain);
  const all = placeAll([...asked, ...values], grain);
  return { ...all, places: all.places.slice(asked.length) };
}

/**
 * All steps from the first to the last in their order, also those that nothing happened in, so that a gap is seen.
 * Steps that are no time, the empty one first of all, are left out.
 */
function placeAll(values: unknown[], grain: Grain): Steps {
  const first = values.find((value) => value !== null && value !== undefined && dayOf(value));
  if (first === undefined) return { values: [], places: new Int32Array(values.length).fill(-1) };
  const counter = counterOf(grain, first);
  const numbers = numbersOf(values, counter);
  // Most answers come in order and without gaps.
  if (numbers.every((number, row) => number === numbers[0]! + row))
    return { values, places: Int32Array.from(numbers.keys()) };
  const sorted = Float64Array.from(new Set(numbers))
    .sort()
    .filter((number) => !Number.isNaN(number));
  const missing = sorted.at(-1)! - sorted[0]! + 1 - sorted.length;
  return placeSteps({ values, numbers, sorted, counter }, missing <= mostMissing ? Infinity : 1);
}

type Numbered = { values: unknown[]; numbers: Float64Array; sorted: Float64Array; counter: Counter };

/** Puts the steps one after the other, with at most so many in the place of each gap. */
function placeSteps({ values, numbers, sorted, counter }: Numbered, mostInGap: number): Steps {
  const steps: unknown[] = [];
  const placeOf = new Map<number, number>();
  sorted.forEach((number, index) => {
    const before = index === 0 ? number - 1 : sorted[index - 1]!;
    const gap = Math.min(number - before - 1, mostInGap);
    for (let at = 1; at <= gap; at += 1) steps.push(counter.valueOf(before + at));
    placeOf.set(number, steps.push(null) - 1);
  });
  const places = new Int32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const place = placeOf.get(numbers[row]!) ?? -1;
    places[row] = place;
    if (place >= 0) steps[place] = values[row];
  }
  return { values: steps, places };
}
