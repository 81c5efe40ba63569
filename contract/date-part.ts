import type { DatePart, Dimension, Filter, QueryAsk } from './query.ts';

const ranges: Record<DatePart, [first: number, last: number]> = { hour: [0, 23], weekday: [1, 7], month: [1, 12] };

/** All values of a part, upwards: weekdays begin with Monday. */
export function valuesOfPart(part: DatePart): number[] {
  const [first, last] = ranges[part];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type PartDimension = Extract<Dimension, { kind: 'date_part' }>;

function isLeft(filter: Filter, dimension: PartDimension, value: number): boolean {
  const { column, part } = dimension;
  if (filter.op === 'all') return filter.filters.every((each) => isLeft(each, dimension, value));
  const isAbout = filter.op === 'date_part' && filter.column === column && filter.part === part;
  return !isAbout || filter.numbers.includes(value);
}

/** The values of a dimension that a question is about, with rows or without, upwards. */
export const partsAsked = ({ filters }: Pick<QueryAsk, 'filters'>, dimension: PartDimension): number[] =>
  valuesOfPart(dimension.part).filter((value) => filters.every((filter) => isLeft(filter, dimension, value)));
