import type { QueryWatch } from '#contract/alerts/schemas.ts';
import { Problem } from '#contract/errors.ts';
import { emptyAsk, type QueryAsk } from '#domain/query/query.ts';
import { expectedStepsOf } from '#domain/time/step-range.ts';
import { emptyValueOf } from '#display/fill.ts';
import { amountOf } from '#display/format/amount.ts';
import { findRight } from '#server/access/rights.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { answer, type CachedResult } from '#server/queries/answers.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import { loadNewest } from '#server/queries/newest.ts';
import { prepareDatasetQuery } from '#server/queries/plan.ts';
import { nowOf } from '#server/queries/prepare.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { trendsOf, type SeriesEntry, maxValues } from './trends.ts';
import type { AlertSeries } from './evaluate.ts';
import type { SeriesRequest, LoadedSeries } from './series.ts';
import { createStepIndex, spanOf } from './steps.ts';

const maxRows = 200_000;

/** The query of an alert over the given number of steps up to now. */
export function askOf({ dataset, formula, filters, time, by }: QueryWatch, count: number): QueryAsk {
  return {
    ...emptyAsk(dataset),
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
  const ask = askOf(watch, count);
  const now = nowOf();
  const snapshot = await loadVisibleSnapshot(ctx, watch.dataset);
  const newest = await loadNewest(ctx, snapshot, { ask, zone, now, signal });
  const prepared = prepareDatasetQuery(snapshot, { ask, zone, now, rows: maxRows, newest });
  const { card: seconds } = await ctx.queryLimits.load();
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onProgress: () => undefined });
  const series = seriesOf(watch, ask, answered, { now: Date.parse(now), zone, snapshot });
  return { ...series, columns: [], reads: [watch.dataset], tables: [] };
}

/** Throws if the dataset or a column does not exist. */
export async function requireQueryWatch(
  ctx: QueryContext,
  { watch, zone }: { watch: QueryWatch; zone: string },
): Promise<void> {
  const snapshot = await loadVisibleSnapshot(ctx, watch.dataset);
  prepareDatasetQuery(snapshot, { ask: askOf(watch, 2), zone, now: nowOf(), rows: maxRows });
}

/** The current snapshot of a dataset; an inaccessible one counts as missing. */
async function loadVisibleSnapshot(ctx: QueryContext, id: string): Promise<DatasetSnapshot> {
  if (!(await findRight(ctx, { kind: 'dataset', id }))) throw new Problem('dataset_gone');
  return loadCurrentSnapshot(ctx, id);
}

type SeriesContext = { now: number; zone: string; snapshot: DatasetSnapshot };

function seriesOf(
  watch: QueryWatch,
  ask: QueryAsk,
  answered: CachedResult,
  { now, zone, snapshot }: SeriesContext,
): AlertSeries {
  const values = JSON.parse(String(answered.values)) as unknown[][];
  const columnOf = (name: string) => values[answered.columns.findIndex((column) => column.name === name)];
  const [t, b, m = [], n] = ['t', 'b', 'm', 'n'].map(columnOf);
  const time = ask.dimensions.find((dimension) => dimension.kind === 'time');
  const steps = time ? (expectedStepsOf(ask, time, { now, zone })?.steps ?? []) : [''];
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
    format: 'plain' as const,
    unit: '',
  }));
  return emptyValueOf({ columns: [], metrics: named }, formula);
}
