import type { QueryWatch, Watch } from '#contract/alert.ts';
import type { Filter, Grain, QueryAsk } from '#contract/query.ts';
import { daysOf } from '#contract/steps.ts';
import type { Subject } from '#display/words/subject.ts';

const isAbout = (filter: Filter, column: string): boolean => {
  if ('filters' in filter) return filter.filters.some((each) => isAbout(each, column));
  return 'filter' in filter ? isAbout(filter.filter, column) : filter.column === column;
};

const day: Grain = { unit: 'day' };

/** The time of a question: the steps it has, else days of the time that it is about or that its dataset goes by. */
function timeOf(ask: QueryAsk, subject: Subject): Watch['time'] {
  const drawn = ask.dimensions.find((dimension) => dimension.kind === 'time');
  if (drawn?.kind === 'time') return { column: drawn.column, grain: drawn.grain };
  if (ask.period.kind === 'during') return { column: ask.period.column, grain: day };
  const column = subject.columns.find(({ role, type }) => role === 'time' && (type === 'date' || type === 'time'));
  return column ? { column: column.id, grain: day } : null;
}

/** A question as something to watch. What it says of time is left out: an alert always looks at now. */
export function watchOf(ask: QueryAsk, subject: Subject, measure: string): QueryWatch {
  const time = timeOf(ask, subject);
  const chosen = ask.measures.find(({ id }) => id === measure) ?? ask.measures[0]!;
  const filters = ask.filters.filter((filter) => !time || !isAbout(filter, time.column));
  return {
    dataset: ask.dataset,
    formula: chosen.formula,
    filters: filters.map(({ source: _, ...filter }) => filter as Filter),
    time,
    by: null,
    isRunning: false,
  };
}

/** Steps that can be watched; those of a year come too seldom. */
export const grains: Grain[] = [{ unit: 'hour' }, day, { unit: 'week', start: 'monday' }, { unit: 'month' }];

/** A number that few steps of the past reached, rounded as people would say it. */
export function thresholdOf(values: (number | null)[], kind: 'above' | 'below'): number {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  if (sorted.length === 0) return 0;
  const place = Math.round((sorted.length - 1) * (kind === 'above' ? 0.95 : 0.05));
  return roundOf(sorted[place]!, kind);
}

function roundOf(value: number, kind: 'above' | 'below'): number {
  if (value === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  const rounded = (kind === 'above' ? Math.ceil(value / unit) : Math.floor(value / unit)) * unit;
  return Number(rounded.toPrecision(6));
}

/** How often it makes sense to look at steps of this length. */
export const minutesFor = (time: Watch['time']): number => (time && daysOf(time.grain) < 1 ? 15 : 60);
