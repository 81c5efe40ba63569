import type { QueryWatch } from '#contract/alert.ts';
import { Problem } from '#contract/errors.ts';
import { emptyAsk, type QueryAsk } from '#contract/query.ts';
import { stepsAsked } from '#contract/reach.ts';
import { idleOf } from '#display/fill.ts';
import { amountOf } from '#display/format/amount.ts';
import { findRight } from '#server/access/rights.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { answer, type Answered } from '#server/queries/answers.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import { loadNewest } from '#server/queries/newest.ts';
import { prepareOf } from '#server/queries/plan.ts';
import { nowOf } from '#server/queries/prepare.ts';
import type { Asking } from '#server/queries/services.ts';
import { coursesOf, type Entry, mostValues } from './courses.ts';
import type { Series } from './evaluate.ts';
import type { Asked, Loaded } from './series.ts';
import { placesAmong, spanOf } from './steps.ts';

const mostRows = 200_000;

/** The question of an alert about so many steps up to now. */
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
            count: mostValues,
            others: 'left_out',
          },
    limit: mostRows,
  };
}

/** The numbers of a question about a dataset. */
export async function loadQuerySeries(
  ctx: Asking,
  { watch, count, zone, signal }: Asked & { watch: QueryWatch },
): Promise<Loaded> {
  const ask = askOf(watch, count);
  const now = nowOf();
  const snapshot = await loadSeen(ctx, watch.dataset);
  const newest = await loadNewest(ctx, snapshot, { ask, zone, now, signal });
  const prepared = prepareOf(snapshot, { ask, zone, now, rows: mostRows, newest });
  const { card: seconds } = await ctx.queryLimits.load();
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onNews: () => undefined });
  const series = seriesOf(watch, ask, answered, { now: Date.parse(now), zone, snapshot });
  return { ...series, columns: [], reads: [watch.dataset], tables: [] };
}

/** Refuses a dataset or a column that is not there. */
export async function requireQueryWatch(
  ctx: Asking,
  { watch, zone }: { watch: QueryWatch; zone: string },
): Promise<void> {
  const snapshot = await loadSeen(ctx, watch.dataset);
  prepareOf(snapshot, { ask: askOf(watch, 2), zone, now: nowOf(), rows: mostRows });
}

/** A dataset for someone who asks; what they may not see is not there. */
async function loadSeen(ctx: Asking, id: string): Promise<Snapshot> {
  if (!(await findRight(ctx, { kind: 'dataset', id }))) throw new Problem('dataset_gone');
  return loadCurrent(ctx, id);
}

type Around = { now: number; zone: string; snapshot: Snapshot };

function seriesOf(watch: QueryWatch, ask: QueryAsk, answered: Answered, { now, zone, snapshot }: Around): Series {
  const values = JSON.parse(String(answered.values)) as unknown[][];
  const columnOf = (name: string) => values[answered.columns.findIndex((column) => column.name === name)];
  const [t, b, m = [], n] = ['t', 'b', 'm', 'n'].map(columnOf);
  const time = ask.dimensions.find((dimension) => dimension.kind === 'time');
  const steps = time ? (stepsAsked(ask, time, { now, zone })?.steps ?? []) : [''];
  const placeOf = placesAmong(steps);
  const entries = m.flatMap((value, row): Entry[] => {
    const place = time ? placeOf(String(t?.[row])) : 0;
    if (place === undefined || amountOf(n?.[row]) === 0) return [];
    return [{ place, cell: b?.[row], value: amountOf(value) }];
  });
  const courses = coursesOf(entries, { steps: steps.length, by: watch.by, idle: idleIn(snapshot, watch) });
  return { steps, isRunning: time !== undefined, courses };
}

const none = { en_US: '', zh_CN: '' };

/** What the number is where there are no rows. */
function idleIn({ metrics }: Snapshot, { formula }: QueryWatch): number | null {
  const named = metrics.map((metric) => ({ ...metric, name: '', label: none, format: 'plain' as const, unit: '' }));
  return idleOf({ columns: [], metrics: named }, formula);
}
