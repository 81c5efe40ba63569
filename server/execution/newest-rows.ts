import { anchoredGrains, endOfNewest } from '#domain/time/anchor.ts';
import { wallOf } from '#domain/time/calendar.ts';
import {
  type Column,
  type DatasetQuerySpec,
  emptyQuerySpec,
  type Filter,
  type Grain,
  type NewestRows,
  type Period,
} from '#domain/query/query.ts';
import { stepGrainOf } from '#domain/time/time-steps.ts';
import type { ReadableSnapshot } from '#server/datasets/readable-snapshot.ts';
import { loadAnswer, valuesOf } from './execute.ts';
import type { ExecutionContext } from './execution.ts';
import { planDatasetQuery } from './plan-dataset-query.ts';

/** Time zone and time of a query. */
export type QueryMoment = { zone: string; now: string; signal: AbortSignal };

type MaxInput = QueryMoment & { column: string; filters: Filter[]; period?: Period };

const isTime = ({ type }: Column) => type === 'time' || type === 'date';

/** The default time column of a dataset. */
export const defaultTimeColumnOf = (columns: Column[]): string | undefined =>
  (columns.find(({ type }) => type === 'time') ?? columns.find(({ type }) => type === 'date'))?.id;

/** The maximum of a column, among the filtered rows of a query without dimensions. */
export async function findMax(
  ctx: ExecutionContext,
  snapshot: ReadableSnapshot,
  { column, filters, period = { kind: 'all' }, ...moment }: MaxInput,
): Promise<string | undefined> {
  const formula = { kind: 'max' as const, column };
  const measures = [{ id: 'm1', formula, show: 'value' as const }];
  const spec = { ...emptyQuerySpec(snapshot.origin.id), measures, filters, period };
  const { signal, ...time } = moment;
  const plan = await planDatasetQuery(ctx, snapshot, { spec, ...time, rows: 1 }, () =>
    loadNewest(ctx, snapshot, { ...moment, spec }),
  );
  const [[cell] = []] = valuesOf(await loadAnswer(ctx, plan, { signal }));
  return typeof cell === 'string' ? cell : undefined;
}

const day = 24 * 60 * 60 * 1000;

/** Whether a date, or the local date of an instant, is in the future. Text that cannot be parsed counts as future. */
function isAfterToday(cell: string, { zone, now }: Pick<QueryMoment, 'zone' | 'now'>): boolean {
  const tomorrow = (Math.floor(wallOf(Date.parse(now), zone) / day) + 1) * day;
  const moment = Date.parse(cell);
  if (Number.isNaN(moment)) return true;
  return (/^\d{4}-\d\d-\d\d$/.test(cell) ? moment : wallOf(moment, zone)) >= tomorrow;
}

/**
 * The newest value of a time column: the last one until today, so that a single wrong date in the future does not
 * count; if all are in the future, the last of them. Cached for as long as the version is the same.
 */
export async function findNewestCell(
  ctx: ExecutionContext,
  snapshot: ReadableSnapshot,
  { column, ...moment }: QueryMoment & { column: string },
): Promise<string | undefined> {
  if (!snapshot.source.columns.some((each) => each.id === column && isTime(each))) return undefined;
  // Files store the maximum of all rows, so no row is scanned for it.
  const last = await findMax(ctx, snapshot, { ...moment, column, filters: [] });
  if (last === undefined || !isAfterToday(last, moment)) return last;
  const today = new Date(wallOf(Date.parse(moment.now), moment.zone)).toISOString().slice(0, 10);
  const past = await findMax(ctx, snapshot, {
    ...moment,
    column,
    filters: [{ op: 'at_most', column, value: today }],
  });
  return past ?? last;
}

/** The ends of the spans of these grains that contain the newest rows, by column; columns without rows have none. */
async function loadNewestRows(
  ctx: ExecutionContext,
  snapshot: ReadableSnapshot,
  { columns, ...moment }: QueryMoment & { columns: Map<string, Grain[]> },
): Promise<NewestRows> {
  if (columns.size === 0) return {};
  const entries = [...columns].map(async ([column, grains]): Promise<[string, string][]> => {
    const cell = await findNewestCell(ctx, snapshot, { ...moment, column });
    const step = stepGrainOf(snapshot.formats[column] ?? '');
    return cell === undefined ? [] : [[column, endOfNewest(cell, step, { grains, zone: moment.zone })]];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/** The same for the columns that a query anchors to its newest rows. */
export const loadNewest = (
  ctx: ExecutionContext,
  snapshot: ReadableSnapshot,
  { spec, ...moment }: QueryMoment & { spec: DatasetQuerySpec },
): Promise<NewestRows> => loadNewestRows(ctx, snapshot, { ...moment, columns: anchoredGrains(spec) });

/** The same for one column of a dataset, by default its time column. */
export async function findNewestOf(
  ctx: ExecutionContext,
  snapshot: ReadableSnapshot,
  { column = defaultTimeColumnOf(snapshot.source.columns), ...moment }: QueryMoment & { column?: string | undefined },
): Promise<string | undefined> {
  const columns = new Map<string, Grain[]>(column === undefined ? [] : [[column, []]]);
  return Object.values(await loadNewestRows(ctx, snapshot, { ...moment, columns }))[0];
}
