import type { QueryWatch, AlertWatch } from '#contract/alerts/schemas.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import type { Filter, Grain, BuiltQuerySpec } from '#domain/query/query.ts';
import { daysOf } from '#domain/time/time-steps.ts';
import type { QuerySubject } from '#display/words/subject.ts';

const day: Grain = { unit: 'day' };

/**
 * Time column and grain of a query: its time dimension, else days of its period column or of the dataset's time
 * column.
 */
function timeOf(spec: BuiltQuerySpec, subject: QuerySubject): AlertWatch['time'] {
  const timeDimension = spec.dimensions.find((dimension) => dimension.kind === 'time');
  if (timeDimension?.kind === 'time') return { column: timeDimension.column, grain: timeDimension.grain };
  if (spec.period.kind === 'during') return { column: spec.period.column, grain: day };
  const column = subject.columns.find(({ role, type }) => role === 'time' && (type === 'date' || type === 'time'));
  return column ? { column: column.id, grain: day } : null;
}

/** Converts a query into a watch. Its time filters are dropped: an alert always checks the present. */
export function watchOf(spec: BuiltQuerySpec, subject: QuerySubject, measure: string): QueryWatch {
  const time = timeOf(spec, subject);
  const chosen = spec.measures.find(({ id }) => id === measure) ?? spec.measures[0]!;
  const filters = spec.filters.filter((filter) => !time || !columnsOfFilter(filter).includes(time.column));
  return {
    dataset: spec.dataset,
    formula: chosen.formula,
    filters: filters.map(({ source: _, ...filter }) => filter as Filter),
    time,
    by: null,
    isRunning: false,
  };
}

/** Grains that can be watched; yearly values are too rare. */
export const grains: Grain[] = [{ unit: 'hour' }, day, { unit: 'week', start: 'monday' }, { unit: 'month' }];

/** Suggests a threshold that few past values reached (5th or 95th percentile), rounded. */
export function thresholdOf(values: (number | null)[], kind: 'above' | 'below'): number {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  if (sorted.length === 0) return 0;
  const index = Math.round((sorted.length - 1) * (kind === 'above' ? 0.95 : 0.05));
  return roundOf(sorted[index]!, kind);
}

function roundOf(value: number, kind: 'above' | 'below'): number {
  if (value === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  const rounded = (kind === 'above' ? Math.ceil(value / unit) : Math.floor(value / unit)) * unit;
  return Number(rounded.toPrecision(6));
}

/** Default check interval for a grain. */
export const minutesFor = (time: AlertWatch['time']): number => (time && daysOf(time.grain) < 1 ? 15 : 60);
