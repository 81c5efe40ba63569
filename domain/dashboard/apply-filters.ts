import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import {
  type Compare,
  type DatasetQuerySpec,
  type Filter,
  type IsoDay,
  type Span,
  withoutCompare,
} from '#domain/query/query.ts';
import { isDay } from '#domain/time/calendar.ts';
import { dayBefore, daysBetween, lastDayOf, weeksBefore, weeksOf } from '#domain/time/time-steps.ts';
import type { TimeRange } from './dashboard.ts';

const needsBase = (spec: DatasetQuerySpec): boolean =>
  spec.kind === 'query' &&
  ((spec.top.kind === 'most' && spec.top.part !== 'value') ||
    spec.order.some((order) => order.kind === 'measure' && order.part !== 'value'));

/** The days of a column that a filter selects, if they are one contiguous range. */
export function dayRangeOf(filter: Filter, column: string): { from: IsoDay; to: IsoDay } | undefined {
  if (filter.op === 'equals' && filter.column === column && isDay(filter.value)) {
    return { from: filter.value, to: filter.value };
  }
  const { op } = filter;
  return op === 'between' && filter.column === column && isDay(filter.from) && isDay(filter.to)
    ? { from: filter.from, to: filter.to }
    : undefined;
}

/** The base of picked days: the same days in the base of the whole time range. */
function compareOf({ from, to }: { from: IsoDay; to: IsoDay }, { span, compare }: TimeRange & { span: Span }): Compare {
  const isWeeks = (daysBetween(from, to) + 1) % 7 === 0 && lastDayOf(from, { unit: 'month' }) !== to;
  if (compare.kind === 'last_year' && !isWeeks) return compare;
  if (compare.kind !== 'previous' && compare.kind !== 'last_year') return { kind: 'none' };
  const [first, last] = [from, to].map((day) =>
    compare.kind === 'last_year'
      ? weeksBefore(day, 52)
      : isWeeks
        ? weeksBefore(day, weeksOf(span))
        : dayBefore(day, span),
  );
  return { kind: 'custom', span: { kind: 'range', from: first!, to: last! } };
}

/**
 * Applies filters to a query. Filtering a compared period by picked days would leave no rows of the base period, so the
 * period itself becomes those days. Other filters on the time column drop the comparison, because no base is better
 * than a false one.
 */
export function applyFilters<T extends DatasetQuerySpec>(spec: T, set: Filter[]): T {
  const { period } = spec;
  const plain = { ...spec, filters: [...spec.filters, ...set] };
  if (period.kind === 'all' || period.compare.kind === 'none' || needsBase(spec)) return plain;
  const [about, another] = set.filter((filter) => columnsOfFilter(filter).includes(period.column));
  if (!about) return plain;
  const days = another ? undefined : dayRangeOf(about, period.column);
  if (!days) return { ...plain, period: withoutCompare(period) };
  return {
    ...spec,
    period: { ...period, span: { kind: 'range', ...days }, compare: compareOf(days, period) },
    filters: [...spec.filters, ...set.filter((filter) => filter !== about)],
  };
}
