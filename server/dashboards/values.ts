import type { z } from 'zod';

import { currentChartOf } from '#domain/dashboard/queries.ts';
import { columnsOf } from '#domain/dashboard/filters.ts';
import type { ChartCard, Dashboard, DashboardState, ControlTarget } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { type Condition, type BuiltQuerySpec, type Scalar, withoutCompare } from '#domain/query/query.ts';
import type { runRoutes } from '#contract/dashboards/runs.ts';
import type { ListedValues } from '#contract/value-labels/routes.ts';
import { rowsFirst } from '#server/value-labels/label-columns.ts';
import { queryValues } from '#server/value-labels/list-values.ts';
import { searchFiltersOf } from '#server/value-labels/search-values.ts';
import { requireVisibleDataset } from './visible-dataset.ts';
import { limitToPublishers } from './publisher-rights.ts';
import { loadViewedDashboard, type ViewedDashboard, type DashboardContext } from './load-dashboard.ts';

type ValuesRoute = (typeof runRoutes)['POST /dashboards/:id/values'];
export type ValuesInput = z.output<ValuesRoute['input']>;
export type ValuesColumn = Extract<ControlTarget, { kind: 'column' }>;

const maxValues = 100;

/** The query for the values of a column with the most rows, filtered only by the search. */
export const plainSpec = ({ dataset, column }: ValuesColumn, search: Condition[]): BuiltQuerySpec => ({
  kind: 'query',
  dataset,
  dimensions: [{ id: 'value', column, kind: 'value' }],
  measures: [{ id: 'rows', formula: { kind: 'count' }, show: 'value' }],
  filters: search,
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: rowsFirst,
  limit: maxValues,
  totals: [],
});

/** The same query with all filters of the dashboard except those of the control itself. */
function specOf(
  dashboard: Dashboard,
  { input: { state, control }, search, target }: ColumnValuesRequest,
): BuiltQuerySpec {
  const card: ChartCard = {
    id: control,
    title: { en_US: '', zh_CN: '' },
    place: { x: 0, y: 0, width: 1, height: 1 },
    kind: 'chart',
    chart: { ask: plainSpec(target, search), drawing: { kind: 'table', options: {} } },
    time: 'dashboard',
    path: [],
    link: null,
  };
  const withoutPicks: DashboardState = { ...state, picks: [] };
  const current = currentChartOf(dashboard, card, withoutPicks).chart.ask as BuiltQuerySpec;
  return {
    ...current,
    period: withoutCompare(current.period),
    filters: current.filters.filter(({ source }) => source !== control),
  };
}

/** Creates the queries that together find the values of a column. */
export type BuildValuesSpecs = (
  ctx: DashboardContext,
  viewed: ViewedDashboard,
  request: ColumnValuesRequest,
) => Promise<BuiltQuerySpec[]>;
type ColumnValuesRequest = { input: ValuesInput; target: ValuesColumn; search: Condition[] };

const allValuesSpecs: BuildValuesSpecs = (_ctx, { dashboard }, request) =>
  Promise.resolve([specOf(dashboard, request)]);

/** Values of a control, by number of rows. */
export async function listValues(
  reader: DashboardContext,
  input: ValuesInput,
  valuesSpecsOf: BuildValuesSpecs = allValuesSpecs,
): Promise<ListedValues> {
  const viewed = await loadViewedDashboard(reader, input);
  const ctx = await limitToPublishers(reader, viewed);
  const control = viewed.dashboard.controls.find(({ id }) => id === input.control);
  if (!control) throw new Problem('not_found');
  const results = await Promise.allSettled(
    columnsOf(control.targets).map(async (target) => {
      await requireVisibleDataset(ctx, target.dataset);
      const search = await searchFiltersOf(ctx, { ...target, search: input.search });
      const specs = await valuesSpecsOf(ctx, viewed, { input, target, search });
      const lists = specs.map((each) => queryValues(ctx, each, input.zone));
      return mergeValues(await Promise.all(lists), Math.max);
    }),
  );
  const answeredLists = results.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  const failures = results.filter((each) => each.status === 'rejected').map(({ reason }): unknown => reason);
  if (answeredLists.length === 0 && failures.length > 0) throw failures[0];
  // A dataset without values is left out if another one has some.
  for (const error of failures)
    if (!(error instanceof Problem)) ctx.log.error({ err: error }, 'listing the values of a dataset failed');
  return mergeValues(answeredLists, (a, b) => a + b);
}

/** Merges lists of values; `join` combines the row counts of a value that is in several. */
function mergeValues(lists: ListedValues[], join: (a: number, b: number) => number): ListedValues {
  const merged = new Map<Scalar, ListedValues['values'][number]>();
  for (const each of lists.flatMap(({ values }) => values)) {
    const last = merged.get(each.value);
    merged.set(each.value, { ...each, rows: join(last?.rows ?? 0, each.rows), label: last?.label ?? each.label });
  }
  const values = [...merged.values()].sort((a, b) => b.rows - a.rows);
  return {
    values: values.slice(0, maxValues),
    isCutOff: values.length > maxValues || lists.some(({ isCutOff }) => isCutOff),
  };
}
