import type { z } from 'zod';

import { currentChartOf } from '#domain/dashboard/queries.ts';
import { columnsOf } from '#domain/dashboard/filters.ts';
import type { ChartCard, Dashboard, DashboardState, ControlTarget } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import { type QueryAsk, type Scalar, withoutCompare } from '#domain/query/query.ts';
import type { runRoutes } from '#contract/dashboards/runs.ts';
import { signalOf } from '#server/context.ts';
import { loadAnswer, valuesOf } from '#server/execution/execute.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { requireVisibleDataset } from './visible-dataset.ts';
import { limitToPublishers } from './publisher-rights.ts';
import { loadViewedDashboard, type ViewedDashboard, type DashboardContext } from './load-dashboard.ts';

type ValuesRoute = (typeof runRoutes)['POST /dashboards/:id/values'];
export type ValuesInput = z.output<ValuesRoute['input']>;
type ControlValues = z.output<ValuesRoute['output']>;
export type ValuesColumn = Extract<ControlTarget, { kind: 'column' }>;

const maxValues = 100;

const rowsFirst: QueryAsk['order'] = [{ kind: 'measure', id: 'rows', part: 'value', direction: 'descending' }];

/** The query for the values of a column with the most rows, filtered only by the search text. */
export const plainAsk = ({ dataset, column }: ValuesColumn, search: string): QueryAsk => ({
  kind: 'query',
  dataset,
  dimensions: [{ id: 'value', column, kind: 'value' }],
  measures: [{ id: 'rows', formula: { kind: 'count' }, show: 'value' }],
  filters: search ? [{ op: 'contains', column, value: search }] : [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: rowsFirst,
  limit: maxValues,
  totals: [],
});

/** The same with all filters but those of the control itself. */
function askOf(dashboard: Dashboard, { state, control, search }: ValuesInput, target: ValuesColumn): QueryAsk {
  const card: ChartCard = {
    id: control,
    title: { en_US: '', zh_CN: '' },
    place: { x: 0, y: 0, width: 1, height: 1 },
    kind: 'chart',
    chart: { ask: plainAsk(target, search), drawing: { kind: 'table', options: {} } },
    time: 'dashboard',
    path: [],
    link: null,
  };
  const withoutPicks: DashboardState = { ...state, picks: [] };
  const now = currentChartOf(dashboard, card, withoutPicks).chart.ask as QueryAsk;
  return {
    ...now,
    period: withoutCompare(now.period),
    filters: now.filters.filter(({ source }) => source !== control),
  };
}

/** Creates the queries that together find the values of a column. */
export type AskValues = (
  ctx: DashboardContext,
  viewed: ViewedDashboard,
  request: ColumnValuesRequest,
) => Promise<QueryAsk[]>;
type ColumnValuesRequest = { input: ValuesInput; target: ValuesColumn };

const askAllValues: AskValues = (_ctx, { dashboard }, { input, target }) =>
  Promise.resolve([askOf(dashboard, input, target)]);

/** Values of a control, by number of rows. */
export async function listValues(
  reader: DashboardContext,
  input: ValuesInput,
  ask: AskValues = askAllValues,
): Promise<ControlValues> {
  const viewed = await loadViewedDashboard(reader, input);
  const ctx = await limitToPublishers(reader, viewed);
  const control = viewed.dashboard.controls.find(({ id }) => id === input.control);
  if (!control) throw new Problem('not_found');
  const results = await Promise.allSettled(
    columnsOf(control.targets).map(async (target) => {
      const asks = await ask(ctx, viewed, { input, target });
      const lists = asks.map((each) => queryValues(ctx, each, input.zone));
      return mergeValues(await Promise.all(lists), Math.max);
    }),
  );
  const answeredLists = results.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  const failed = results.find((each) => each.status === 'rejected');
  // An error of one dataset is ignored if another one has values.
  if (answeredLists.length === 0 && failed) throw failed.reason;
  return mergeValues(answeredLists, (a, b) => a + b);
}

async function queryValues(ctx: DashboardContext, ask: QueryAsk, zone: string): Promise<ControlValues> {
  await requireVisibleDataset(ctx, ask.dataset);
  const signal = signalOf(ctx);
  const plan = await planQuery(ctx, { ask, zone, rows: ask.limit, signal });
  const answer = await loadAnswer(ctx, plan, { signal });
  const [values, rows] = valuesOf(answer) as [Scalar[], number[]];
  return { values: values.map((value, index) => ({ value, rows: rows[index]! })), isCutOff: answer.isCutOff };
}

/** Merges lists of values; `join` combines the row counts of a value that is in several. */
function mergeValues(lists: ControlValues[], join: (a: number, b: number) => number): ControlValues {
  const rows = new Map<Scalar, number>();
  for (const each of lists.flatMap(({ values }) => values)) {
    rows.set(each.value, join(rows.get(each.value) ?? 0, each.rows));
  }
  const values = [...rows].map(([value, count]) => ({ value, rows: count })).sort((a, b) => b.rows - a.rows);
  return {
    values: values.slice(0, maxValues),
    isCutOff: values.length > maxValues || lists.some(({ isCutOff }) => isCutOff),
  };
}
