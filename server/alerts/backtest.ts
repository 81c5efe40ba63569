import type { AlertCondition, AlertWatch } from '#contract/alerts/schemas.ts';
import type { NewAlert, Backtest } from '#contract/alerts/routes.ts';
import { daysOf } from '#domain/time/time-steps.ts';
import { signalOf } from '#server/context.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import {
  type AlertMemory,
  firingsAt,
  stepIndexesOf,
  type AlertSeries,
  stepsBefore,
  firingChangeOf,
} from './evaluate.ts';
import { loadSeries } from './series.ts';
import { backtestStepsOf } from './steps.ts';

type BacktestRequest = { watch: AlertWatch; condition: AlertCondition; zone: string; origin: NewAlert['origin'] };

/** Maximum trends returned for drawing; all of them are counted. */
const maxDrawnTrends = 20;

/** Evaluates an alert on past data: when it would have fired, and how often. */
export async function backtest(ctx: DashboardContext, request: BacktestRequest): Promise<Backtest> {
  const { watch, condition, zone, origin } = request;
  const before = stepsBefore(condition, watch);
  const signal = signalOf(ctx);
  const count = before + backtestStepsOf(watch);
  const series = await loadSeries(ctx, { watch, count, zone, origin, fresh: false, signal });
  const firstIndex = 'sql' in watch ? Math.max(before, firstIndexWithRows(series)) : before;
  const unit = watch.time?.grain.unit ?? '';
  const stepIndexes = stepIndexesOf(series, watch.isRunning, firstIndex);
  const firingIndexes = new Map<string, number[]>(series.trends.map(({ key }) => [key, []]));
  let memory: AlertMemory = { firing: [], muted: [] };
  let times = 0;
  for (const index of stepIndexes) {
    const firings = firingsAt(series, index, condition, unit);
    for (const { key } of firings) firingIndexes.get(key)!.push(index - firstIndex);
    const change = firingChangeOf(memory, firings);
    if (change.newFirings.length > 0) times += 1;
    memory = change.memory;
  }
  const trends = series.trends
    .map(({ key, label, values }) => ({ label, values: values.slice(firstIndex), met: firingIndexes.get(key)! }))
    .toSorted((a, b) => b.met.length - a.met.length)
    .slice(0, maxDrawnTrends);
  const steps = series.steps.slice(firstIndex);
  const days = watch.time ? Math.round(steps.length * daysOf(watch.time.grain)) : 0;
  return { steps, courses: trends, times, days, isRunning: series.isRunning, columns: series.columns };
}

/** Index of the first step with rows: before it, SQL may simply not return data. */
function firstIndexWithRows({ trends }: AlertSeries): number {
  const stepIndexes = trends.map(({ has }) => has.indexOf(true)).filter((index) => index >= 0);
  return stepIndexes.length > 0 ? Math.min(...stepIndexes) : 0;
}
