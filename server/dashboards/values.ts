import type { z } from 'zod';

import { chartNow } from '#contract/dashboard-asks.ts';
import { columnsOf } from '#contract/dashboard-filters.ts';
import type { ChartCard, Dashboard, DashboardState, Target } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Period, QueryAsk, Scalar } from '#contract/query.ts';
import type { runRoutes } from '#contract/runs.ts';
import { signalOf } from '#server/context.ts';
import { answer } from '#server/queries/answers.ts';
import { prepare } from '#server/queries/prepare.ts';
import { requireShown } from './shown.ts';
import { loadLooked, type Looked, type Viewing } from './look.ts';

type ValuesRoute = (typeof runRoutes)['POST /dashboards/:id/values'];
export type ValuesInput = z.output<ValuesRoute['input']>;
type Values = z.output<ValuesRoute['output']>;
export type ColumnTarget = Extract<Target, { kind: 'column' }>;

const most = 100;

const rowsFirst: QueryAsk['order'] = [{ kind: 'measure', id: 'rows', part: 'value', direction: 'descending' }];

/** The question for the values of a column with the most rows, before anything is filtered but by what is searched. */
export const plainAsk = ({ dataset, column }: ColumnTarget, search: string): QueryAsk => ({
  kind: 'query',
  dataset,
  dimensions: [{ id: 'value', column, kind: 'value' }],
  measures: [{ id: 'rows', formula: { kind: 'count' }, show: 'value' }],
  filters: search ? [{ op: 'contains', column, value: search }] : [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: rowsFirst,
  limit: most,
  totals: [],
});

export const withoutCompare = (period: Period): Period =>
  period.kind === 'during' ? { ...period, compare: { kind: 'none' } } : period;

/** The same under all filters but those of the control itself. */
function askOf(dashboard: Dashboard, { state, control, search }: ValuesInput, target: ColumnTarget): QueryAsk {
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
  const unpicked: DashboardState = { ...state, picks: [] };
  const now = chartNow(dashboard, card, unpicked).chart.ask as QueryAsk;
  return {
    ...now,
    period: withoutCompare(now.period),
    filters: now.filters.filter(({ source }) => source !== control),
  };
}

/** The questions that together find the values of a column. */
export type AskValues = (ctx: Viewing, looked: Looked, wanted: WantedValues) => Promise<QueryAsk[]>;
export type WantedValues = { input: ValuesInput; target: ColumnTarget };

const askAllValues: AskValues = (_ctx, { dashboard }, { input, target }) =>
  Promise.resolve([askOf(dashboard, input, target)]);

/** Values of a control, those with the most rows first. */
export async function listValues(ctx: Viewing, input: ValuesInput, ask: AskValues = askAllValues): Promise<Values> {
  const looked = await loadLooked(ctx, input);
  const control = looked.dashboard.controls.find(({ id }) => id === input.control);
  if (!control) throw new Problem('not_found');
  const { card: seconds } = await ctx.queryLimits.load();
  const found = await Promise.allSettled(
    columnsOf(control.targets).map(async (target) => {
      const asks = await ask(ctx, looked, { input, target });
      const lists = asks.map((each) => valuesOf(ctx, { ask: each, zone: input.zone, seconds }));
      return merged(await Promise.all(lists), Math.max);
    }),
  );
  const known = found.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  const failed = found.find((each) => each.status === 'rejected');
  // What one dataset cannot tell, another may.
  if (known.length === 0 && failed) throw failed.reason;
  return merged(known, (a, b) => a + b);
}

type Asked = { ask: QueryAsk; zone: string; seconds: number };

async function valuesOf(ctx: Viewing, { ask, zone, seconds }: Asked): Promise<Values> {
  await requireShown(ctx, ask.dataset);
  const signal = signalOf(ctx);
  const prepared = await prepare(ctx, { ask, zone, rows: ask.limit, signal });
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onNews: () => undefined });
  const [values, rows] = JSON.parse(answered.values.toString()) as [Scalar[], number[]];
  return { values: values.map((value, index) => ({ value, rows: rows[index]! })), isCutOff: answered.isCutOff };
}

/** One list of several; the rows of a value that is in more than one are put together by `join`. */
function merged(lists: Values[], join: (a: number, b: number) => number): Values {
  const rows = new Map<Scalar, number>();
  for (const each of lists.flatMap(({ values }) => values)) {
    rows.set(each.value, join(rows.get(each.value) ?? 0, each.rows));
  }
  const values = [...rows].map(([value, count]) => ({ value, rows: count })).sort((a, b) => b.rows - a.rows);
  return {
    values: values.slice(0, most),
    isCutOff: values.length > most || lists.some(({ isCutOff }) => isCutOff),
  };
}
