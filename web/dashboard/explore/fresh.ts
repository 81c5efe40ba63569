import { kindOf } from '#contract/column-kinds.ts';
import type { DatasetColumn } from '#contract/datasets.ts';
import { emptyAsk, type Formula } from '#contract/query.ts';
import { atLeastStep, daysBetween } from '#contract/steps.ts';
import type { Subject } from '#display/words/subject.ts';
import { formulaFor, isNumber } from './edit.ts';
import { fittingGrain, type WeekStart } from './fit.ts';
import type { View } from './view.ts';

/** From when to when the rows of a dataset are; null if none has a time. */
export type Range = { from: string; to: string } | null;

/** The column that tells when rows happened. */
export const timeColumnOf = ({ columns }: Pick<Subject, 'columns'>): DatasetColumn | undefined => {
  const times = columns.filter(({ type }) => type === 'time' || type === 'date');
  return times.find(({ role }) => role === 'time') ?? times[0];
};

/** What is worth showing first: what the owner has named, then money, then what adds up, then any other number. */
function firstFormula({ columns, metrics }: Subject): Formula {
  if (metrics[0]) return { kind: 'metric', metric: metrics[0].id };
  const measures = columns.filter(
    (column) => column.role === 'measure' && isNumber(column) && kindOf(column) !== 'coordinate',
  );
  const isAmount = (column: DatasetColumn) => kindOf(column) === 'amount';
  const best =
    measures.find((column) => column.format === 'currency' && isAmount(column)) ??
    measures.find(isAmount) ??
    measures.find(({ format }) => format === 'currency') ??
    measures.find(({ format }) => format !== 'percent');
  return best ? formulaFor(best, { columns }) : { kind: 'count' };
}

/** The first view of a dataset: its main number over time, or simply that number. */
export function freshView(dataset: string, subject: Subject, range: Range, weekStart: WeekStart): View {
  const ask = emptyAsk(dataset);
  const time = timeColumnOf(subject);
  const measures = [{ id: 'm1', formula: firstFormula(subject), show: 'value' as const }];
  if (!time || !range) return { ask: { ...ask, measures }, kind: 'auto', options: {} };
  const grain = atLeastStep(fittingGrain(daysBetween(range.from, range.to), time.type, weekStart), time.format);
  const dimensions = [{ id: 'd1', column: time.id, kind: 'time' as const, grain }];
  return { ask: { ...ask, measures, dimensions }, kind: 'auto', options: {} };
}
