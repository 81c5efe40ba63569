import { isAnchored } from '#contract/anchor.ts';
import { questionsOf } from '#contract/dashboard-asks.ts';
import { timeNow } from '#contract/dashboard-filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#contract/dashboard.ts';
import { type DatasetAsk, emptyAsk, type NewestRows, type Period, type QueryAsk } from '#contract/query.ts';
import type { RunLine } from '#contract/runs.ts';
import { answer } from '#server/queries/answers.ts';
import { findNewestCell, findNewestOf, loadNewest } from '#server/queries/newest.ts';
import { prepareOf } from '#server/queries/plan.ts';
import type { Setting } from './errands.ts';
import type { Viewing } from './look.ts';
import { type Asked, datasetsOfSql } from './questions.ts';

const columnOf = ({ time }: Dashboard, dataset: string) =>
  time.targets.find((each) => each.dataset === dataset)?.column;

const withoutCompare = (period: Period): Period =>
  period.kind === 'all' ? period : { ...period, compare: { kind: 'none' } };

/** Of the datasets that SQL reads, if the time range ends at the newest row. */
export async function loadNewestForSql(
  ctx: Viewing,
  { snapshots, zone, now, signal }: Pick<Setting, 'snapshots' | 'zone' | 'now' | 'signal'>,
  { dashboard, state }: { dashboard: Dashboard; state: DashboardState },
): Promise<NewestRows> {
  const { span } = timeNow(dashboard, state);
  if (!span || !isAnchored(span)) return {};
  const asks = cardsOf(dashboard).flatMap((card) => questionsOf(dashboard, card, state).map(({ ask }) => ask));
  const datasets = [...new Set(asks.flatMap(datasetsOfSql))];
  const found = datasets.map(async (dataset): Promise<[string, string][]> => {
    // What is gone or closed is told to the cards that read it.
    const snapshot = await snapshots(dataset).catch(() => undefined);
    const column = columnOf(dashboard, dataset);
    const end = snapshot && (await findNewestOf(ctx, snapshot, { column, zone, now, signal }));
    return end === undefined ? [] : [[dataset, end]];
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}

type Shown = { column: string; ask: DatasetAsk };

/** The newest row among those that a question is about. */
async function findNewestShown(ctx: Viewing, setting: Setting, { column, ask }: Shown): Promise<string | undefined> {
  const { zone, now, signal, seconds } = setting;
  const snapshot = await setting.snapshots(ask.dataset);
  // Through a link nothing is told of rows that it does not show.
  if (!ctx.delegation) return findNewestCell(ctx, snapshot, { column, zone, now, signal });
  const asked: QueryAsk = {
    ...emptyAsk(ask.dataset),
    measures: [{ id: 'm1', formula: { kind: 'max', column }, show: 'value' }],
    filters: ask.filters,
    period: withoutCompare(ask.period),
  };
  const newest = await loadNewest(ctx, snapshot, { ask: asked, zone, now, signal });
  const prepared = prepareOf(snapshot, { ask: asked, zone, now, rows: 1, newest });
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onNews: () => undefined });
  const [[cell] = []] = JSON.parse(answered.values.toString()) as unknown[][];
  return typeof cell === 'string' ? cell : undefined;
}

/** What cards of files were answered with: the newest row of each dataset by the time of the dashboard. */
export async function listNewest(
  ctx: Viewing,
  setting: Setting,
  { dashboard, answered }: { dashboard: Dashboard; answered: Asked[] },
): Promise<RunLine[]> {
  const shown = new Map<string, Shown>();
  for (const { ask } of answered) {
    const column = ask.kind === 'sql' ? undefined : columnOf(dashboard, ask.dataset);
    if (ask.kind === 'sql' || column === undefined) continue;
    const key = ctx.delegation ? JSON.stringify([ask.dataset, ask.filters, withoutCompare(ask.period)]) : ask.dataset;
    shown.set(key, { column, ask });
  }
  const cells = new Map<string, string>();
  for (const each of shown.values()) {
    const { dataset } = each.ask;
    if ((await setting.snapshots(dataset)).origin.isPushed) continue;
    // It is only told beside the answers; they are there without it.
    const cell = await findNewestShown(ctx, setting, each).catch(() => undefined);
    if (cell !== undefined && cell > (cells.get(dataset) ?? '')) cells.set(dataset, cell);
  }
  return [...cells].map(([dataset, cell]) => ({ kind: 'newest', dataset, cell }));
}
