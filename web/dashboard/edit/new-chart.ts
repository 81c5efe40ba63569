import type { Chart } from '#contract/chart.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { ListedDataset } from '#contract/metrics.ts';
import { atLeastStep } from '#contract/steps.ts';
import type { Look } from '#display/frame.ts';
import { freshView, timeColumnOf } from '#web/dashboard/explore/fresh.ts';
import { tableName } from '#web/dashboard/explore/sql/names.ts';
import { emptySql } from '#web/dashboard/explore/sql/sql-view.ts';
import { type NewCard, noTexts } from './document.ts';

/** A card that shows a chart. */
export const chartCard = (chart: Chart): NewCard => ({
  kind: 'chart',
  title: noTexts,
  chart,
  time: 'dashboard',
  path: [],
  link: null,
});

/** A card in SQL, with a first question that surely has an answer. */
export const sqlCard = (datasets: ListedDataset[]): NewCard =>
  chartCard({
    ask: {
      ...emptySql.ask,
      sql: datasets[0] ? `select *\nfrom ${tableName(datasets[0], datasets)}\nlimit 100` : 'select 1 as one',
    },
    drawing: { kind: 'table', options: {} },
  });

/** What a dataset is first asked: its main number, month by month where there is time. */
export function firstChart(dataset: Dataset, { weekStart }: Pick<Look, 'weekStart'>): Chart {
  const { ask } = freshView(dataset.id, dataset, null, weekStart);
  const time = timeColumnOf(dataset);
  if (!time) return { ask, drawing: { kind: 'figure', options: {} } };
  const grain = atLeastStep({ unit: 'month' }, time.format);
  const dimension = { id: 'd1', column: time.id, kind: 'time' as const, grain };
  return { ask: { ...ask, dimensions: [dimension] }, drawing: { kind: 'line', options: {} } };
}

/** The time range of a dashboard also holds for a dataset that is new on it. */
export function withTimeOf(dashboard: Dashboard, dataset: Dataset): Dashboard {
  const column = timeColumnOf(dataset)?.id;
  const { targets } = dashboard.time;
  if (!column || targets.length >= 50 || targets.some((target) => target.dataset === dataset.id)) return dashboard;
  const target = { kind: 'column' as const, dataset: dataset.id, column };
  return { ...dashboard, time: { ...dashboard.time, targets: [...targets, target] } };
}
