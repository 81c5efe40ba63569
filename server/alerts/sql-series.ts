import type { SqlWatch } from '#contract/alerts/schemas.ts';
import { isAnchored } from '#domain/time/anchor.ts';
import { Problem } from '#contract/errors.ts';
import type { QuerySpec, ResultColumn } from '#domain/query/query.ts';
import { expectedStepsOf } from '#domain/time/step-range.ts';
import type { Clock } from '#domain/time/span.ts';
import { amountOf } from '#display/format/amount.ts';
import { findRight } from '#server/access/rights.ts';
import { withTimeBounds } from '#server/dashboards/time-bounds.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { loadAnswer, valuesOf } from '#server/execution/execute.ts';
import type { QueryAnswer } from '#server/execution/execution.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import { findNewestOf, type QueryMoment } from '#server/execution/newest-rows.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { nowOf } from '#server/execution/plan.ts';
import { trendsOf, type SeriesEntry, maxValues } from './trends.ts';
import type { AlertTrend, AlertSeries } from './evaluate.ts';
import { findPublication } from './published-sql.ts';
import type { LoadedSeries, SeriesRequest } from './series-request.ts';
import { createStepIndex, spanOf, stepOf } from './steps.ts';

const maxRows = 50_000;

/** Loads the series of an alert on SQL. */
export async function loadSqlSeries(
  ctx: DashboardContext,
  { watch, count, zone, signal, origin, fresh }: SeriesRequest & { watch: SqlWatch },
): Promise<LoadedSeries> {
  const published = await findPublication(ctx, watch, origin);
  const now = nowOf();
  const clock = { now: Date.parse(now), zone };
  // Viewers, who may not write SQL, get the table bindings of the card, not the ones they send.
  const boundWatch = published ? { ...watch, tables: published.tables } : watch;
  const newest = await findNewest(ctx, boundWatch, { now, zone, signal });
  const spec = specOf(boundWatch, count, { ...clock, newest });
  const plan = await planQuery(ctx, { spec, zone, rows: maxRows, signal, published });
  const answer = await loadAnswer(ctx, plan, { fresh, signal });
  if (answer.isCutOff) throw new Problem('alert_too_many_rows', { limit: maxRows.toLocaleString('en-US') });
  const series = seriesOf(watch, answer, { count, clock });
  const reads = plan.datasets.map(({ id }) => id);
  return { ...series, columns: answer.columns, reads, tables: plan.tables };
}

/** End of the newest row that the SQL reads, if the span is anchored at it. */
async function findNewest(ctx: DashboardContext, { span, time, tables = [] }: SqlWatch, moment: QueryMoment) {
  if (!span || time || !isAnchored(span)) return undefined;
  const ends = tables.map(async ({ dataset }) => {
    if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) return [];
    return (await findNewestOf(ctx, await loadCurrentSnapshot(ctx, dataset), moment)) ?? [];
  });
  return (await Promise.all(ends)).flat().toSorted().at(-1);
}

type NewestClock = Clock & { newest: string | undefined };

function specOf({ sql, params, tables, span, time }: SqlWatch, count: number, clock: NewestClock): QuerySpec {
  const spec: QuerySpec = { kind: 'sql', sql, params, limit: maxRows, tables };
  const spanToRead = span && time ? spanOf(time.grain, count) : span;
  return withTimeBounds(spec, { span: spanToRead, compare: { kind: 'none' } }, clock);
}

const numbers: ResultColumn['type'][] = ['integer', 'number'];
const times: ResultColumn['type'][] = ['date', 'time'];

type SqlSeriesContext = { count: number; clock: Clock };

function seriesOf({ value, time, by }: SqlWatch, answer: QueryAnswer, { count, clock }: SqlSeriesContext): AlertSeries {
  const values = valuesOf(answer);
  const columnOf = (name: string, types?: ResultColumn['type'][]) => {
    const index = requireColumnIndex(answer.columns, name, types);
    return values[index] ?? [];
  };
  const amounts = columnOf(value, numbers);
  const cells = by === null ? [] : columnOf(by);
  const moments = time ? columnOf(time.column, times) : [];
  const steps = time ? stepsOf(time, count, clock) : [''];
  const indexOfCell = time ? createCellIndex(steps, time, clock) : () => 0;
  const entries = amounts.flatMap((amount, row): SeriesEntry[] => {
    const [index, number] = [indexOfCell(moments[row]), amountOf(amount)];
    return index === undefined || number === null ? [] : [{ index, cell: cells[row], value: number }];
  });
  // Null: a step without rows from SQL may be zero or unknown.
  const trends = trendsOf(entries, { steps: steps.length, by, idle: null });
  return { steps, isRunning: time !== null, trends: topTrends(trends) };
}

const stepsIn = ({ has }: AlertTrend) => has.filter(Boolean).length;
const topTrends = (trends: AlertTrend[]) => trends.toSorted((a, b) => stepsIn(b) - stepsIn(a)).slice(0, maxValues);

function requireColumnIndex(columns: ResultColumn[], name: string, types?: ResultColumn['type'][]): number {
  const index = columns.findIndex((column) => column.name === name);
  if (index < 0) throw new Problem('alert_column_gone', { column: name });
  if (types && !types.includes(columns[index]!.type)) throw new Problem('alert_column_misfit', { column: name });
  return index;
}

type WatchTime = NonNullable<SqlWatch['time']>;

function stepsOf({ column, grain }: WatchTime, count: number, clock: Clock): string[] {
  const span = spanOf(grain, count);
  const period = { kind: 'during' as const, column, span, compare: { kind: 'none' as const } };
  return expectedStepsOf({ period, filters: [] }, { id: 't', kind: 'time', column, grain }, clock)?.steps ?? [];
}

/** Lookup from a cell to the index of its step, cached because calendar arithmetic is slow. */
function createCellIndex(
  steps: string[],
  { grain }: WatchTime,
  { zone }: Clock,
): (cell: unknown) => number | undefined {
  const indexOfCell = createStepIndex(steps);
  const cache = new Map<unknown, number | undefined>();
  return (cell) => {
    if (cache.has(cell)) return cache.get(cell);
    const step = stepOf(cell, grain, zone);
    const index = step === undefined ? undefined : indexOfCell(step);
    cache.set(cell, index);
    return index;
  };
}
