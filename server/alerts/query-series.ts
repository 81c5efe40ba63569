import type { QueryWatch } from '#contract/alerts/schemas.ts';
import { emptyQuerySpec, type BuiltQuerySpec, type ValueLabels } from '#domain/query/query.ts';
import { expectedStepsOf } from '#domain/time/step-range.ts';
import { emptyValueOf } from '#display/fill.ts';
import { amountOf } from '#display/format/amount.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { loadAnswer, valuesOf } from '#server/execution/execute.ts';
import type { QueryAnswer } from '#server/execution/execution.ts';
import { loadNewest } from '#server/execution/newest-rows.ts';
import { compileQuery, loadVisibleSnapshot, nowOf } from '#server/execution/plan.ts';
import { planDatasetQuery } from '#server/execution/plan-dataset-query.ts';
import { checkKeys, loadRelatedOf } from '#server/execution/related-snapshots.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { labelsOfAnswer } from '#server/value-labels/answer-labels.ts';
import { trendsOf, type SeriesEntry, maxValues } from './trends.ts';
import type { AlertSeries } from './evaluate.ts';
import type { LoadedSeries, SeriesRequest } from './series-request.ts';
import { createStepIndex, spanOf } from './steps.ts';

const maxRows = 200_000;

/** The query of an alert over the given number of steps up to now. */
export function queryOfWatch({ dataset, formula, filters, time, by }: QueryWatch, count: number): BuiltQuerySpec {
  return {
    ...emptyQuerySpec(dataset),
    dimensions: [
      ...(time ? [{ id: 't', kind: 'time' as const, ...time }] : []),
      ...(by === null ? [] : [{ id: 'b', kind: 'value' as const, column: by }]),
    ],
    measures: [
      { id: 'm', formula, show: 'value' },
      { id: 'n', formula: { kind: 'count' }, show: 'value' },
    ],
    filters,
    period: time
      ? { kind: 'during', column: time.column, span: spanOf(time.grain, count), compare: { kind: 'none' } }
      : { kind: 'all' },
    top:
      by === null
        ? { kind: 'every' }
        : {
            kind: 'most',
            dimension: 'b',
            measure: 'n',
            part: 'value',
            direction: 'descending',
            count: maxValues,
            others: 'left_out',
          },
    limit: maxRows,
  };
}

/** Loads the series of an alert on a dataset query. */
export async function loadQuerySeries(
  ctx: QueryContext,
  { watch, count, zone, signal }: SeriesRequest & { watch: QueryWatch },
): Promise<LoadedSeries> {
  const spec = queryOfWatch(watch, count);
  const now = nowOf();
  const snapshot = await loadVisibleSnapshot(ctx, watch.dataset);
  const plan = await planDatasetQuery(ctx, snapshot, { spec, zone, now, rows: maxRows }, () =>
    loadNewest(ctx, snapshot, { spec, zone, now, signal }),
  );
  const answer = await loadAnswer(ctx, plan, { signal });
  const series = seriesOf(watch, spec, answer, { now: Date.parse(now), zone, snapshot });
  const [labels] = await labelsOfAnswer(ctx, plan, answer);
  const trends = series.trends.map((trend) => ({ ...trend, names: namesOf(labels?.values, trend.label) }));
  return { ...series, trends, columns: [], reads: plan.datasets.map(({ id }) => id), tables: [] };
}

const namesOf = (labels: ValueLabels | undefined, value: string | null) =>
  labels && value !== null && Object.hasOwn(labels, value) ? labels[value] : undefined;

/** Returns the datasets that a watch reads, with related ones. Throws if the dataset or a column does not exist. */
export async function requireQueryWatch(
  ctx: QueryContext,
  { watch, zone }: { watch: QueryWatch; zone: string },
): Promise<string[]> {
  const snapshot = await loadVisibleSnapshot(ctx, watch.dataset);
  const spec = queryOfWatch(watch, 2);
  const complete = await loadRelatedOf(ctx, snapshot, spec, checkKeys(ctx, zone));
  return compileQuery(complete, { spec, zone, now: nowOf(), rows: maxRows }).datasets.map(({ id }) => id);
}

type SeriesContext = { now: number; zone: string; snapshot: DatasetSnapshot };

function seriesOf(
  watch: QueryWatch,
  spec: BuiltQuerySpec,
  answer: QueryAnswer,
  { now, zone, snapshot }: SeriesContext,
): AlertSeries {
  const values = valuesOf(answer);
  const columnOf = (name: string) => values[answer.columns.findIndex((column) => column.name === name)];
  const [t, b, m = [], n] = ['t', 'b', 'm', 'n'].map(columnOf);
  const time = spec.dimensions.find((dimension) => dimension.kind === 'time');
  const steps = time ? (expectedStepsOf(spec, time, { now, zone })?.steps ?? []) : [''];
  const indexOfStep = createStepIndex(steps);
  const entries = m.flatMap((value, row): SeriesEntry[] => {
    const index = time ? indexOfStep(String(t?.[row])) : 0;
    if (index === undefined || amountOf(n?.[row]) === 0) return [];
    return [{ index, cell: b?.[row], value: amountOf(value) }];
  });
  const trends = trendsOf(entries, { steps: steps.length, by: watch.by, idle: idleValueOf(snapshot, watch) });
  return { steps, isRunning: time !== undefined, trends };
}

const emptyTexts = { en_US: '', zh_CN: '' };

/** The value of the formula where there are no rows. */
function idleValueOf({ metrics }: DatasetSnapshot, { formula }: QueryWatch): number | null {
  const named = metrics.map((metric) => ({
    ...metric,
    name: '',
    label: emptyTexts,
    description: emptyTexts,
    format: 'plain' as const,
    unit: '',
  }));
  return emptyValueOf({ columns: [], metrics: named }, formula);
}
