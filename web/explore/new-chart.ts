import type { Chart } from '#domain/query/chart.ts';
import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { ListedDataset } from '#contract/datasets/metrics.ts';
import { coarserGrain } from '#domain/time/time-steps.ts';
import type { Look } from '#display/frame.ts';
import { defaultView, timeColumnOf } from './default-view.ts';
import { tableName } from './sql/identifiers.ts';
import { emptySql } from './sql/sql-view.ts';
import { type NewCard, noTexts } from '#domain/dashboard/dashboard-edits.ts';

/** A card with a chart. */
export const chartCard = (chart: Chart): NewCard => ({
  kind: 'chart',
  title: noTexts,
  chart,
  time: 'dashboard',
  path: [],
  link: null,
});

/** A new SQL card with a query that runs. */
export const sqlCard = (datasets: ListedDataset[]): NewCard =>
  chartCard({
    ask: {
      ...emptySql.ask,
      sql: datasets[0] ? `select *\nfrom ${tableName(datasets[0], datasets)}\nlimit 100` : 'select 1 as one',
    },
    drawing: { kind: 'table', options: {} },
  });

/** The default chart of a dataset: its main measure, by month if it has a time column. */
export function firstChart(dataset: Dataset, { weekStart }: Pick<Look, 'weekStart'>): Chart {
  const { ask: spec } = defaultView(dataset.id, dataset, null, weekStart);
  const time = timeColumnOf(dataset);
  if (!time) return { ask: spec, drawing: { kind: 'figure', options: {} } };
  const grain = coarserGrain({ unit: 'month' }, time.format);
  const dimension = { id: 'd1', column: time.id, kind: 'time' as const, grain };
  return { ask: { ...spec, dimensions: [dimension] }, drawing: { kind: 'line', options: {} } };
}

/** Adds a new dataset's time column to the targets of the dashboard's time range. */
export function withTimeTarget(dashboard: Dashboard, dataset: Dataset): Dashboard {
  const column = timeColumnOf(dataset)?.id;
  const { targets } = dashboard.time;
  if (!column || targets.length >= 50 || targets.some((target) => target.dataset === dataset.id)) return dashboard;
  const target = { kind: 'column' as const, dataset: dataset.id, column };
  return { ...dashboard, time: { ...dashboard.time, targets: [...targets, target] } };
}
