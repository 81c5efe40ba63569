import { emptyAsk, type Period, type QueryAsk } from '#contract/query.ts';
import { atLeastStep, daysBetween, daysOfSpan } from '#contract/steps.ts';
import type { Subject } from '#display/words/subject.ts';
import { fittingGrain, type WeekStart } from './fit.ts';
import { type Range, timeColumnOf } from './fresh.ts';

const alone = (period: Period): Period =>
  period.kind === 'all' ? period : { ...period, compare: { kind: 'none' as const } };

type Calendar = { subject: Pick<Subject, 'columns'>; range: Range | undefined; weekStart: WeekStart };

/** The question of one number, step by step along time; undefined where there is no time to go along. */
export function courseOf(ask: QueryAsk, { subject, range, weekStart }: Calendar): QueryAsk | undefined {
  const { period } = ask;
  const column =
    period.kind === 'during' ? subject.columns.find(({ id }) => id === period.column) : timeColumnOf(subject);
  const days = period.kind === 'during' ? daysOfSpan(period.span) : range && daysBetween(range.from, range.to);
  if (ask.dimensions.length > 0 || !column || typeof days !== 'number') return undefined;
  const grain = atLeastStep(fittingGrain(days, column.type, weekStart), column.format);
  return {
    ...emptyAsk(ask.dataset),
    dimensions: [{ id: 'course', column: column.id, kind: 'time', grain }],
    measures: ask.measures,
    filters: ask.filters,
    period: alone(period),
  };
}
