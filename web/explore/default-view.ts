import type { Dataset } from '#contract/datasets/routes.ts';
import { kindOf } from '#domain/columns/column-kinds.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { emptyQuerySpec, type Formula } from '#domain/query/query.ts';
import { coarserGrain, daysBetween } from '#domain/time/time-steps.ts';
import type { QuerySubject } from '#display/words/subject.ts';
import { verifiedFirst } from '#display/words/verification.ts';
import { formulaFor } from './query-edits.ts';
import { fittingGrain, type WeekStart } from './grains.ts';
import type { ExploreView } from './explore-view.ts';

/** First and last time of a dataset's rows; null without times. */
export type DatasetTimeExtent = { from: string; to: string } | null;

/** The main time column. */
export const timeColumnOf = ({ columns }: Pick<QuerySubject, 'columns'>): DatasetColumn | undefined => {
  const times = columns.filter(({ type }) => type === 'time' || type === 'date');
  return times.find(({ role }) => role === 'time') ?? times[0];
};

type ExploredSubject = Pick<Dataset, 'columns' | 'metrics'>;

/** The main measure: a metric, preferably a verified one, then currency, then other amounts, then any number. */
function firstFormula({ columns, metrics }: ExploredSubject): Formula {
  const [metric] = metrics.toSorted(verifiedFirst);
  if (metric) return { kind: 'metric', metric: metric.id };
  const measures = columns.filter(
    (column) => column.role === 'measure' && isNumeric(column) && kindOf(column) !== 'coordinate',
  );
  const isAmount = (column: DatasetColumn) => kindOf(column) === 'amount';
  const best =
    measures.find((column) => column.format === 'currency' && isAmount(column)) ??
    measures.find(isAmount) ??
    measures.find(({ format }) => format === 'currency') ??
    measures.find(({ format }) => format !== 'percent');
  return best ? formulaFor(best, { columns }) : { kind: 'count' };
}

/** The first view of a dataset: its main measure over time, or as one number. */
export function defaultView(
  dataset: string,
  subject: ExploredSubject,
  range: DatasetTimeExtent,
  weekStart: WeekStart,
): ExploreView {
  const spec = emptyQuerySpec(dataset);
  const time = timeColumnOf(subject);
  const measures = [{ id: 'm1', formula: firstFormula(subject), show: 'value' as const }];
  if (!time || !range) return { ask: { ...spec, measures }, kind: 'auto', options: {} };
  const grain = coarserGrain(fittingGrain(daysBetween(range.from, range.to), time.type, weekStart), time.format);
  const dimensions = [{ id: 'd1', column: time.id, kind: 'time' as const, grain }];
  return { ask: { ...spec, measures, dimensions }, kind: 'auto', options: {} };
}
