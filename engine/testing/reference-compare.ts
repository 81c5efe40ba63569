import { type Alignment, alignmentOf } from '#domain/time/alignment.ts';
import { type Grain, type Query, type Scalar, stepsOfPeriod } from '#domain/query/query.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import { bucketOf, dayLength, dayOf, isoOf, localOf } from './reference-dimensions.ts';

const isShort = ({ unit }: Grain) => unit === 'minute' || unit === 'hour';

/** Both windows of a comparison; null if there is none. */
export function alignmentOfQuery(query: Query, table: QueryTable): Alignment | null {
  const { period, now, zone } = query;
  if (period.kind === 'all' || period.compare.kind === 'none') return null;
  const { span, compare, column } = period;
  const isDate = table.columns.find(({ id }) => id === column)?.type === 'date';
  const steps = stepsOfPeriod(query).map((grain): Grain => (isDate && isShort(grain) ? { unit: 'day' } : grain));
  if (isDate && steps.length === 0 && span.kind !== 'range' && isShort(span.grain)) steps.push({ unit: 'day' });
  return alignmentOf({ span, compare, clock: { now: Date.parse(now), zone } }, steps);
}

/** A date some months later; undefined if that month has no such day. */
function sameDate(day: string, months: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const shifted = new Date(Date.UTC(year, month - 1 + months, date));
  return shifted.getUTCDate() === date ? shifted.toISOString().slice(0, 10) : undefined;
}

const wallText = (wall: number) => new Date(wall).toISOString().replace('T', ' ').slice(0, 19);

/** The first instant at which local time is a text, searched for in quarter-hour steps. */
function firstMoment(text: string, zone: string): number | undefined {
  const about = Date.parse(`${text.replace(' ', 'T')}Z`);
  const candidates = Array.from({ length: 30 * 4 }, (_, index) => about + (index - 15 * 4) * 900_000);
  return candidates.find((moment) => localOf(moment, zone) === text);
}

type AlignmentShift = NonNullable<Alignment['shift']>;

function shiftText(text: string, { unit, count }: AlignmentShift, sign: 1 | -1): string | undefined {
  const wall = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (unit !== 'months') return wallText(wall + sign * count * (unit === 'days' ? dayLength : 1000));
  const date = sameDate(text.slice(0, 10), sign * count);
  return date && `${date}${text.slice(10)}`;
}

/** The corresponding instant in the other window. */
function otherMoment(moment: number, shift: AlignmentShift, sign: 1 | -1, zone: string): number | undefined {
  const text = localOf(moment, zone);
  if (firstMoment(text, zone) !== moment) return undefined;
  const shifted = shiftText(text, shift, sign);
  return shifted === undefined ? undefined : firstMoment(shifted, zone);
}

function otherStep(key: string, grain: Grain, { shift, zone }: Alignment, sign: 1 | -1): string | undefined {
  if (!shift) return key;
  if (key.length > 10) {
    const moment = otherMoment(Date.parse(key), shift, sign, zone);
    return moment === undefined ? undefined : isoOf(moment);
  }
  if (shift.unit === 'days') return dayOf(Date.parse(key) + sign * shift.count * dayLength);
  return grain.unit === 'day' ? sameDate(key, sign * shift.count) : sameDate(key, sign * shift.count)!;
}

/** Maps steps of the base to those they are compared with, and lists the steps that have a counterpart. */
export function counterparts(query: Query, table: QueryTable) {
  const { period, dimensions, zone } = query;
  const alignment = alignmentOfQuery(query, table);
  const grainAt = (index: number): Grain | null => {
    const dimension = dimensions[index]!;
    const isShifted = period.kind === 'during' && dimension.kind === 'time' && dimension.column === period.column;
    return isShifted ? dimension.grain : null;
  };
  const stepAt = (moment: number, key: string, grain: Grain) =>
    bucketOf(key.length === 10 ? localOf(moment, zone).slice(0, 10) : isoOf(moment), grain, zone);
  const shiftKeys = (keys: Scalar[], cells: Scalar[]): Scalar[] | undefined => {
    if (!alignment) return keys;
    const all = keys.map((key, index) => {
      const grain = grainAt(index);
      if (!grain) return key;
      // If weeks are aligned, months are those of the day that a row is compared with.
      const isMixed = alignment.shift?.unit === 'days' && !isShort(grain);
      const day =
        String(cells[index]).length === 10
          ? String(cells[index])
          : localOf(Date.parse(String(cells[index])), zone).slice(0, 10);
      const label = isMixed
        ? bucketOf(dayOf(Date.parse(day) + alignment.shift!.count * dayLength), grain, zone)
        : otherStep(String(key), grain, alignment, 1);
      const { from, to } = alignment.window;
      return label !== undefined && label >= stepAt(from, label, grain) && label <= stepAt(to - 1, label, grain)
        ? label
        : undefined;
    });
    return all.includes(undefined) ? undefined : (all as Scalar[]);
  };
  const hasCounterpart = (keys: Scalar[]) =>
    !alignment ||
    keys.every((key, index) => {
      const grain = grainAt(index);
      if (!grain) return true;
      const label = String(key);
      if (label > stepAt(alignment.matched.to - 1, label, grain)) return false;
      return isShort(grain) || grain.unit === 'day' ? otherStep(label, grain, alignment, -1) !== undefined : true;
    });
  return { shiftKeys, hasCounterpart };
}
