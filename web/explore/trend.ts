import { emptyQuerySpec, type BuiltQuerySpec, withoutCompare } from '#domain/query/query.ts';
import { coarserGrain, daysBetween, daysOfSpan } from '#domain/time/time-steps.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { fittingGrain, type WeekStart } from './grains.ts';
import { type DatasetTimeExtent, timeColumnOf } from './default-view.ts';

type TrendContext = {
  subject: Pick<QuerySubject, 'columns'>;
  range: DatasetTimeExtent | undefined;
  weekStart: WeekStart;
};

/** The query of a number by time steps; undefined without a time column. */
export function trendOf(spec: BuiltQuerySpec, { subject, range, weekStart }: TrendContext): BuiltQuerySpec | undefined {
  const { period } = spec;
  const column =
    period.kind === 'during' ? subject.columns.find(({ id }) => id === period.column) : timeColumnOf(subject);
  const days = period.kind === 'during' ? daysOfSpan(period.span) : range && daysBetween(range.from, range.to);
  if (spec.dimensions.length > 0 || !column || typeof days !== 'number') return undefined;
  const grain = coarserGrain(fittingGrain(days, column.type, weekStart), column.format);
  return {
    ...emptyQuerySpec(spec.dataset),
    dimensions: [{ id: 'course', column: column.id, kind: 'time', grain }],
    measures: spec.measures,
    filters: spec.filters,
    period: withoutCompare(period),
  };
}
