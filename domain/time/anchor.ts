import { day, momentOf } from './calendar.ts';
import type { Compare, DatasetQuerySpec, Filter, Grain, NewestRows, Period, Span } from '#domain/query/query.ts';
import { wallOfDay } from './span.ts';
import { lastDayOf } from './time-steps.ts';

/** Whether a span counts back from the newest row instead of now. */
export const isAnchored = (span: Span): boolean => 'anchor' in span && span.anchor !== undefined;

/** Whether a filter, or one nested in it, has an anchored span. */
export function isFilterAnchored(filter: Filter): boolean {
  if ('filters' in filter) return filter.filters.some(isFilterAnchored);
  if ('filter' in filter) return isFilterAnchored(filter.filter);
  return 'span' in filter && isAnchored(filter.span);
}

/** Anchors a span at `end`, the first moment after the newest row. */
export function anchorSpan<S extends Span>(span: S, end: string | undefined): S {
  return end !== undefined && isAnchored(span) ? { ...span, anchor: { end } } : span;
}

const anchorCompare = (compare: Compare, end: string | undefined): Compare =>
  compare.kind === 'custom' ? { ...compare, span: anchorSpan(compare.span, end) } : compare;

function anchorPeriod(period: Period, newest: NewestRows): Period {
  if (period.kind === 'all') return period;
  const end = newest[period.column];
  return { ...period, span: anchorSpan(period.span, end), compare: anchorCompare(period.compare, end) };
}

function anchorFilter(filter: Filter, newest: NewestRows): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((each) => anchorFilter(each, newest)) };
  if ('filter' in filter) return { ...filter, filter: anchorFilter(filter.filter, newest) };
  return 'span' in filter ? { ...filter, span: anchorSpan(filter.span, newest[filter.column]) } : filter;
}

/** Anchors all spans of a query at the newest rows. */
export function anchorSpec<T extends DatasetQuerySpec>(spec: T, newest: NewestRows): T {
  if (Object.keys(newest).length === 0) return spec;
  const filters = spec.filters.map((filter) => anchorFilter(filter, newest));
  return { ...spec, filters, period: anchorPeriod(spec.period, newest) };
}

type ColumnSpan = { column: string; span: Span };

const spansOfFilter = (filter: Filter): ColumnSpan[] => {
  if ('filters' in filter) return filter.filters.flatMap(spansOfFilter);
  if ('filter' in filter) return spansOfFilter(filter.filter);
  return 'span' in filter ? [{ column: filter.column, span: filter.span }] : [];
};

function spansOfPeriod(period: Period): ColumnSpan[] {
  if (period.kind === 'all') return [];
  const { column, span, compare } = period;
  return [span, ...(compare.kind === 'custom' ? [compare.span] : [])].map((each) => ({ column, span: each }));
}

/** The grains of anchored spans in a query, by column. */
export function anchoredGrains({
  period,
  filters,
}: Pick<DatasetQuerySpec, 'period' | 'filters'>): Map<string, Grain[]> {
  const grains = new Map<string, Grain[]>();
  for (const { column, span } of [...spansOfPeriod(period), ...filters.flatMap(spansOfFilter)]) {
    if (isAnchored(span) && 'grain' in span) grains.set(column, [...(grains.get(column) ?? []), span.grain]);
  }
  return grains;
}

const isFiner = (grain: Grain, than: Grain) => lastDayOf('2024-01-01', grain) < lastDayOf('2024-01-01', than);

/**
 * Where anchored spans of these grains end. A cell that stands for a year is its first day; spans in months that ended
 * with the year would not reach it, so they end with that day.
 */
export const endOfNewest = (cell: string, step: Grain | null, { grains, zone }: { grains: Grain[]; zone: string }) =>
  endOfCell(cell, step && grains.some((grain) => isFiner(grain, step)) ? null : step, zone);

/** The first moment after a cell: midnight after a day, or the end of the step that it stands for. */
export function endOfCell(cell: string, step: Grain | null, zone: string): string {
  if (cell.length > 10) return new Date(Math.floor(Date.parse(cell)) + 1).toISOString();
  const last = step ? lastDayOf(cell, step) : cell;
  return new Date(momentOf(wallOfDay(last) + day, zone)).toISOString();
}
