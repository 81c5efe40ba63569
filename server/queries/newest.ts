import { anchoredGrains, endOfNewest } from '#domain/time/anchor.ts';
import { wallOf } from '#domain/time/calendar.ts';
import {
  type Column,
  type DatasetAsk,
  emptyAsk,
  type Filter,
  type Grain,
  type NewestRows,
} from '#domain/query/query.ts';
import { stepGrainOf } from '#domain/time/time-steps.ts';
import { loadColumnFormats } from '#server/datasets/column-formats.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { answer } from './answers.ts';
import { prepareDatasetQuery } from './plan.ts';
import type { QueryContext } from './services.ts';

/** Time zone and time of a query. */
export type QueryMoment = { zone: string; now: string; signal: AbortSignal };

const isTime = ({ type }: Column) => type === 'time' || type === 'date';

/** The default time column of a dataset. */
export const timeColumnOf = ({ source: { columns } }: DatasetSnapshot): string | undefined =>
  (columns.find(({ type }) => type === 'time') ?? columns.find(({ type }) => type === 'date'))?.id;

/** The maximum of a column among the filtered rows. */
async function findMax(
  ctx: QueryContext,
  snapshot: DatasetSnapshot,
  options: QueryMoment & { column: string; filters: Filter[] },
) {
  const { column, filters, zone, now, signal } = options;
  const formula = { kind: 'max' as const, column };
  const ask = { ...emptyAsk(snapshot.origin.id), measures: [{ id: 'm1', formula, show: 'value' as const }], filters };
  const prepared = prepareDatasetQuery(snapshot, { ask, zone, now, rows: 1 });
  const { card: seconds } = await ctx.queryLimits.load();
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onProgress: () => undefined });
  const [[cell] = []] = JSON.parse(answered.values.toString()) as unknown[][];
  return typeof cell === 'string' ? cell : undefined;
}

/**
 * The newest value of a time column: the last one until today, so that a single wrong date in the future does not
 * count; if all are in the future, the last of them. Cached for as long as the version is the same.
 */
export async function findNewestCell(
  ctx: QueryContext,
  snapshot: DatasetSnapshot,
  { column, ...moment }: QueryMoment & { column: string },
): Promise<string | undefined> {
  if (!snapshot.source.columns.some((each) => each.id === column && isTime(each))) return undefined;
  const today = new Date(wallOf(Date.parse(moment.now), moment.zone)).toISOString().slice(0, 10);
  const past = await findMax(ctx, snapshot, {
    ...moment,
    column,
    filters: [{ op: 'at_most', column, value: today }],
  });
  return past ?? findMax(ctx, snapshot, { ...moment, column, filters: [] });
}

/** The ends of the spans of these grains that contain the newest rows, by column; columns without rows have none. */
export async function loadNewestRows(
  ctx: QueryContext,
  snapshot: DatasetSnapshot,
  { columns, ...moment }: QueryMoment & { columns: Map<string, Grain[]> },
): Promise<NewestRows> {
  if (columns.size === 0) return {};
  const formats = await loadColumnFormats(ctx.db, [...columns.keys()]);
  const entries = [...columns].map(async ([column, grains]): Promise<[string, string][]> => {
    const cell = await findNewestCell(ctx, snapshot, { ...moment, column });
    const step = stepGrainOf(formats.get(column) ?? '');
    return cell === undefined ? [] : [[column, endOfNewest(cell, step, { grains, zone: moment.zone })]];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/** The same for the columns that a query anchors to its newest rows. */
export const loadNewest = (
  ctx: QueryContext,
  snapshot: DatasetSnapshot,
  { ask, ...moment }: QueryMoment & { ask: DatasetAsk },
): Promise<NewestRows> => loadNewestRows(ctx, snapshot, { ...moment, columns: anchoredGrains(ask) });

/** The same for one column of a dataset, by default its time column. */
export async function findNewestOf(
  ctx: QueryContext,
  snapshot: DatasetSnapshot,
  { column = timeColumnOf(snapshot), ...moment }: QueryMoment & { column?: string | undefined },
): Promise<string | undefined> {
  const columns = new Map<string, Grain[]>(column === undefined ? [] : [[column, []]]);
  return Object.values(await loadNewestRows(ctx, snapshot, { ...moment, columns }))[0];
}
