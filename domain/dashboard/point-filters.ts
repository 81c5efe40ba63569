import { isDay } from '#domain/time/calendar.ts';
import { valuesOfPart } from '#domain/time/date-part.ts';
import { nextEdgeOf } from '#domain/query/decimal.ts';
import type { PointValue, ChartPoint } from './dashboard.ts';
import type { QuerySpec, Condition, Dimension, Scalar } from '#domain/query/query.ts';
import { lastDayOf, nextMomentOf } from '#domain/time/time-steps.ts';

type PointRange = Extract<PointValue, object>;

const isRange = (value: PointValue): value is PointRange => typeof value === 'object' && value !== null;
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 10 && !Number.isNaN(Date.parse(value));

const equalsCondition = (column: string, value: NonNullable<Scalar>): Condition => ({ op: 'equals', column, value });

function rangeCondition(column: string, from: string | number, until: string | number): Condition {
  return {
    op: 'all',
    filters: [
      { op: 'at_least', column, value: from },
      { op: 'less', column, value: until },
    ],
  };
}

/** From the start of one step to the end of another. */
function conditionOfSteps(
  { column, grain }: Extract<Dimension, { kind: 'time' }>,
  { from, to }: PointRange,
): Condition {
  if (isMoment(to)) return rangeCondition(column, from, nextMomentOf(to, grain));
  if (!isDay(to)) return { op: 'between', column, from, to };
  const last = lastDayOf(to, grain);
  return from === last ? equalsCondition(column, from) : { op: 'between', column, from, to: last };
}

/** The hours, weekdays or months of a point value. */
function conditionOfDateParts(
  { column, part }: Extract<Dimension, { kind: 'date_part' }>,
  pointValue: NonNullable<PointValue>,
): Condition {
  const numbers = isRange(pointValue)
    ? valuesOfPart(part).filter((value) => value >= Number(pointValue.from) && value <= Number(pointValue.to))
    : [Number(pointValue)];
  return { op: 'date_part', column, part, numbers };
}

/** The condition on the rows of a point value. */
function conditionOf(dimension: Dimension, pointValue: PointValue): Condition {
  const { column } = dimension;
  if (pointValue === null) return { op: 'empty', column };
  const range = isRange(pointValue) ? pointValue : undefined;
  if (dimension.kind === 'time' && typeof pointValue !== 'boolean' && typeof pointValue !== 'number') {
    return conditionOfSteps(
      dimension,
      typeof pointValue === 'string' ? { from: pointValue, to: pointValue } : pointValue,
    );
  }
  if (dimension.kind === 'date_part') return conditionOfDateParts(dimension, pointValue);
  if (dimension.kind === 'width') {
    const [from, to] = range ? [range.from, range.to] : [pointValue as number, pointValue as number];
    return rangeCondition(column, from, nextEdgeOf(Number(to), dimension.width));
  }
  if (dimension.kind === 'bins') {
    // The width of such a bin is only known from the result; see `pointValueOf`.
    return range
      ? rangeCondition(column, range.from, range.to)
      : { op: 'at_least', column, value: pointValue as NonNullable<Scalar> };
  }
  return range ? { op: 'between', column, ...range } : equalsCondition(column, pointValue as NonNullable<Scalar>);
}

/** Conditions on the rows behind a point, one for each dimension that it has a value for. */
export function filtersOfPoint({ ask: spec }: { ask: QuerySpec }, point: ChartPoint): Condition[] {
  if (spec.kind !== 'query') return [];
  return spec.dimensions.flatMap((dimension) => {
    const pointValue = Object.hasOwn(point, dimension.id) ? point[dimension.id] : undefined;
    return pointValue === undefined ? [] : [conditionOf(dimension, pointValue)];
  });
}

/**
 * The point value for a value of a dimension, given all its values. For bins by count it includes where the next bin
 * begins; the last bin has no end, because the largest value belongs to it.
 */
export function pointValueOf(dimension: Dimension, value: Scalar, values: unknown[]): PointValue {
  if (dimension.kind !== 'bins' || typeof value !== 'number') return value;
  const numbers = values.filter((each) => each !== null).map(Number);
  const bounds = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
  const gaps = bounds.slice(1).map((bound, index) => bound - bounds[index]!);
  const next = bounds.find((bound) => bound > value);
  if (next === undefined) return value;
  const width = Math.min(...gaps);
  return { from: value, to: next - value < 1.5 * width ? next : value + width };
}
