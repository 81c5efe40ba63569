import type { DatePart, Dimension, Filter, BuiltQuerySpec } from '#domain/query/query.ts';

const ranges: Record<DatePart, [first: number, last: number]> = { hour: [0, 23], weekday: [1, 7], month: [1, 12] };

/** All values of a date part in ascending order; weekdays begin with Monday. */
export function valuesOfPart(part: DatePart): number[] {
  const [first, last] = ranges[part];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type DatePartDimension = Extract<Dimension, { kind: 'date_part' }>;

function passesFilter(filter: Filter, dimension: DatePartDimension, value: number): boolean {
  const { column, part } = dimension;
  if (filter.op === 'all') return filter.filters.every((each) => passesFilter(each, dimension, value));
  const isAbout = filter.op === 'date_part' && filter.column === column && filter.part === part;
  return !isAbout || filter.numbers.includes(value);
}

/** Values of a dimension that the filters leave, with or without rows, ascending. */
export const expectedDateParts = (
  { filters }: Pick<BuiltQuerySpec, 'filters'>,
  dimension: DatePartDimension,
): number[] =>
  valuesOfPart(dimension.part).filter((value) => filters.every((filter) => passesFilter(filter, dimension, value)));
