import { valuesOfPart } from './date-part.ts';
import { nextEdgeOf } from './decimal.ts';
import type { Mark, Point } from './dashboard.ts';
import type { Ask, Condition, Dimension, Scalar } from './query.ts';
import { lastDayOf, nextMomentOf } from './steps.ts';

type Range = Extract<Mark, object>;

const isRange = (mark: Mark): mark is Range => typeof mark === 'object' && mark !== null;
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 10 && !Number.isNaN(Date.parse(value));

const isValue = (column: string, value: NonNullable<Scalar>): Condition => ({ op: 'equals', column, value });

function fromUntil(column: string, from: string | number, until: string | number): Condition {
  return {
    op: 'all',
    filters: [
      { op: 'at_least', column, value: from },
      { op: 'less', column, value: until },
    ],
  };
}

/** From the first moment of a step until the last one of another. */
function ofSteps({ column, grain }: Extract<Dimension, { kind: 'time' }>, { from, to }: Range): Condition {
  if (isMoment(to)) return fromUntil(column, from, nextMomentOf(to, grain));
  if (!isDay(to)) return { op: 'between', column, from, to };
  const last = lastDayOf(to, grain);
  return from === last ? isValue(column, from) : { op: 'between', column, from, to: last };
}

/** The hours, weekdays or months that a mark stands for. */
function ofDateParts({ column, part }: Extract<Dimension, { kind: 'date_part' }>, mark: NonNullable<Mark>): Condition {
  const numbers = isRange(mark)
    ? valuesOfPart(part).filter((value) => value >= Number(mark.from) && value <= Number(mark.to))
    : [Number(mark)];
  return { op: 'date_part', column, part, numbers };
}

/** The rows that a mark on a dimension stands for. */
function conditionOf(dimension: Dimension, mark: Mark): Condition {
  const { column } = dimension;
  if (mark === null) return { op: 'empty', column };
  const range = isRange(mark) ? mark : undefined;
  if (dimension.kind === 'time' && typeof mark !== 'boolean' && typeof mark !== 'number') {
    return ofSteps(dimension, typeof mark === 'string' ? { from: mark, to: mark } : mark);
  }
  if (dimension.kind === 'date_part') return ofDateParts(dimension, mark);
  if (dimension.kind === 'width') {
    const [from, to] = range ? [range.from, range.to] : [mark as number, mark as number];
    return fromUntil(column, from, nextEdgeOf(Number(to), dimension.width));
  }
  if (dimension.kind === 'bins') {
    // How wide such a bin is, only the answer tells; see `markOf`.
    return range
      ? fromUntil(column, range.from, range.to)
      : { op: 'at_least', column, value: mark as NonNullable<Scalar> };
  }
  return range ? { op: 'between', column, ...range } : isValue(column, mark as NonNullable<Scalar>);
}

/** What must hold for the rows behind a point, one condition for each dimension that it marks. */
export function filtersOfPoint({ ask }: { ask: Ask }, point: Point): Condition[] {
  if (ask.kind !== 'query') return [];
  return ask.dimensions.flatMap((dimension) => {
    const mark = Object.hasOwn(point, dimension.id) ? point[dimension.id] : undefined;
    return mark === undefined ? [] : [conditionOf(dimension, mark)];
  });
}

/**
 * The mark for a value of a dimension, given all its values. Of bins that were counted it tells where the next one
 * begins; the last one has no end, since the largest value belongs to it.
 */
export function markOf(dimension: Dimension, value: Scalar, values: unknown[]): Mark {
  if (dimension.kind !== 'bins' || typeof value !== 'number') return value;
  const numbers = values.filter((each) => each !== null).map(Number);
  const bounds = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
  const gaps = bounds.slice(1).map((bound, index) => bound - bounds[index]!);
  const next = bounds.find((bound) => bound > value);
  if (next === undefined) return value;
  const width = Math.min(...gaps);
  return { from: value, to: next - value < 1.5 * width ? next : value + width };
}
