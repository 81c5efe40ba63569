import type { Grain } from '#domain/query/query.ts';
import { dayText, numberOfDay, type WallTime, wallOf, wallOfNumber } from '#display/format/calendar.ts';
import { monthsOf } from '#domain/time/calendar.ts';
import { type DimensionColumn, isTimeField } from './frame-columns.ts';

const minute = 60_000;
const lengths = { minute, hour: 60 * minute };
const firstOf = (months: number): WallTime => ({
  year: Math.floor(months / 12),
  month: (months % 12) + 1,
  day: 1,
  hour: 0,
  minute: 0,
  second: 0,
});

/** Converts between steps of a grain and consecutive numbers. */
type StepCounter = { numberOf: (value: unknown) => number | null; valueOf: (number: number) => string };

// The zone does not matter: days have none, and shorter steps are counted in UTC.
const dayOf = (value: unknown) => wallOf(typeof value === 'string' ? value.slice(0, 10) : value, 'UTC');

function counterOf(grain: Grain, first: unknown): StepCounter {
  if (grain.unit === 'minute' || grain.unit === 'hour') {
    const [length, start] = [lengths[grain.unit], new Date(first as string).getTime()];
    return {
      numberOf: (value) => orNull(Math.round((Date.parse(value as string) - start) / length)),
      valueOf: (number) => new Date(start + number * length).toISOString(),
    };
  }
  const months = monthsOf(grain);
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

/** Guesses the grain of a date column without one, as in SQL results: month or year if all values begin one. */
function guessGrain(values: unknown[]): Grain | null {
  const walls = values.filter((value) => value !== null).map(dayOf);
  if (walls.length === 0 || walls.some((wall) => !wall)) return null;
  const days = walls as WallTime[];
  if (!days.every(({ day }) => day === 1) || days.length < 2) return { unit: 'day' };
  return days.every(({ month }) => month === 1) ? { unit: 'year' } : { unit: 'month' };
}

export function grainOf({ field, values }: DimensionColumn): Grain | null {
  if (!isTimeField(field)) return null;
  return field.grain ?? (field.type === 'date' ? guessGrain(values) : null);
}

/** With more missing steps than this each gap becomes one step: a chart has no more pixels. */
const maxMissing = 20_000;

/** The steps along an axis, and the step index of each row; -1 for none. */
export type Steps = { values: unknown[]; indexes: Int32Array };

/** The step number of each row; NaN for values that are not times. */
function numbersOf(values: unknown[], { numberOf }: StepCounter): Float64Array {
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    numbers[row] = (value === null || value === undefined ? null : numberOf(value)) ?? Number.NaN;
  }
  return numbers;
}

/** All queried steps, and the step index of each row. */
export function fillSteps(values: unknown[], grain: Grain, queriedSteps: string[] = []): Steps {
  if (queriedSteps.length === 0) return fillGaps(values, grain);
  const all = fillGaps([...queriedSteps, ...values], grain);
  return { ...all, indexes: all.indexes.slice(queriedSteps.length) };
}

/**
 * All steps from first to last in order, including those without rows, so that gaps are visible. Values that are not
 * times, such as null, are left out.
 */
function fillGaps(values: unknown[], grain: Grain): Steps {
  const first = values.find((value) => value !== null && value !== undefined && dayOf(value));
  if (first === undefined) return { values: [], indexes: new Int32Array(values.length).fill(-1) };
  const counter = counterOf(grain, first);
  const numbers = numbersOf(values, counter);
  // Fast path: most results are sorted and without gaps.
  if (numbers.every((number, row) => number === numbers[0]! + row))
    return { values, indexes: Int32Array.from(numbers.keys()) };
  const sorted = Float64Array.from(new Set(numbers))
    .sort()
    .filter((number) => !Number.isNaN(number));
  const missing = sorted.at(-1)! - sorted[0]! + 1 - sorted.length;
  return buildSteps({ values, numbers, sorted, counter }, missing <= maxMissing ? Infinity : 1);
}

type NumberedSteps = { values: unknown[]; numbers: Float64Array; sorted: Float64Array; counter: StepCounter };

/** Builds the list of steps, with at most `maxInGap` steps per gap. */
function buildSteps({ values, numbers, sorted, counter }: NumberedSteps, maxInGap: number): Steps {
  const steps: unknown[] = [];
  const indexByNumber = new Map<number, number>();
  sorted.forEach((number, index) => {
    const before = index === 0 ? number - 1 : sorted[index - 1]!;
    const gap = Math.min(number - before - 1, maxInGap);
    for (let at = 1; at <= gap; at += 1) steps.push(counter.valueOf(before + at));
    indexByNumber.set(number, steps.push(null) - 1);
  });
  const indexes = new Int32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const index = indexByNumber.get(numbers[row]!) ?? -1;
    indexes[row] = index;
    if (index >= 0) steps[index] = values[row];
  }
  return { values: steps, indexes };
}
