import type { z } from 'zod';

import { chartNow } from '#contract/dashboard-asks.ts';
import { columnsOf } from '#contract/dashboard-filters.ts';
import type { ChartCard, Dashboard, DashboardState, Target } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { QueryAsk, Scalar } from '#contract/query.ts';
import type { runRoutes } from '#contract/runs.ts';
import { answer } from '#server/queries/answers.ts';
import { prepare } from '#server/queries/prepare.ts';
import { requireShown } from './shown.ts';
import { loadLooked, type Viewing } from './look.ts';

type ValuesRoute = (typeof runRoutes)['POST /dashboards/:id/values'];
type ValuesInput = z.output<ValuesRoute['input']>;
type Values = z.output<ValuesRoute['output']>;
type ColumnTarget = Extract<Target, { kind: 'column' }>;

const most = 100;

/** The question for the values of a column with the most rows, under all filters but those of the control itself. */
function askOf(dashboard: Dashboard, { state, control, search }: ValuesInput, target: ColumnTarget): QueryAsk {
  const { dataset, column } = target;
  const ask: QueryAsk = {
    kind: 'query',
    dataset,
    dimensions: [{ id: 'value', column, kind: 'value' }],
    measures: [{ id: 'rows', formula: { kind: 'count' }, show: 'value' }],
    filters: search ? [{ op: 'contains', column, value: search }] : [],
    period: { kind: 'all' },
    top: { kind: 'every' },
    order: [{ kind: 'measure', id: 'rows', part: 'value', direction: 'descending' }],
    limit: most,
    totals: [],
  };
  const card: ChartCard = {
    id: control,
    title: { en_US: '', zh_CN: '' },
    place: { x: 0, y: 0, width: 1, height: 1 },
    kind: 'chart',
    chart: { ask, drawing: { kind: 'table', options: {} } },
    time: 'dashboard',
    path: [],
    link: null,
  };
  const unpicked: DashboardState = { ...state, picks: [] };
  const now = chartNow(dashboard, card, unpicked).chart.ask as QueryAsk;
  const { period } = now;
  return {
    ...now,
    period: period.kind === 'during' ? { ...period, compare: { kind: 'none' } } : period,
    filters: now.filters.filter(({ source }) => source !== control),
  };
}

/** Values of a control, those with the most rows first. */
export async function listValues(ctx: Viewing, input: ValuesInput): Promise<Values> {
  const { dashboard } = await loadLooked(ctx, input);
  const control = dashboard.controls.find(({ id }) => id === input.control);
  if (!control) throw new Problem('not_found');
  const targets = columnsOf(control.targets);
  const { card: seconds } = await ctx.queryLimits.load();
  const found = await Promise.allSettled(
    targets.map((target) => valuesOf(ctx, { ask: askOf(dashboard, input, target), zone: input.zone, seconds })),
  );
  const known = found.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  const failed = found.find((each) => each.status === 'rejected');
  // What one dataset cannot tell, another may.
  if (known.length === 0 && failed) throw failed.reason;
  return merged(known);
}

type Asked = { ask: QueryAsk; zone: string; seconds: number };

async function valuesOf(ctx: Viewing, { ask, zone, seconds }: Asked): Promise<Values> {
  await requireShown(ctx, ask.dataset);
  const { signal } = new AbortController();
  const prepared = await prepare(ctx, { ask, zone, rows: ask.limit, signal });
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onNews: () => undefined });
  const [values, rows] = JSON.parse(answered.values.toString()) as [Scalar[], number[]];
  return { values: values.map((value, index) => ({ value, rows: rows[index]! })), isCutOff: answered.isCutOff };
}

function merged(lists: Values[]): Values {
  const rows = new Map<Scalar, number>();
  for (const each of lists.flatMap(({ values }) => values)) {
    rows.set(each.value, (rows.get(each.value) ?? 0) + each.rows);
  }
  const values = [...rows].map(([value, count]) => ({ value, rows: count })).sort((a, b) => b.rows - a.rows);
  return {
    values: values.slice(0, most),
    isCutOff: values.length > most || lists.some(({ isCutOff }) => isCutOff),
  };
}
