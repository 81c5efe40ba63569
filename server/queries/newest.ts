import { anchoredGrains, endOfNewest } from '#contract/anchor.ts';
import { wallOf } from '#contract/calendar.ts';
import { type Column, type DatasetAsk, emptyAsk, type Filter, type Grain, type NewestRows } from '#contract/query.ts';
import { stepGrainOf } from '#contract/steps.ts';
import { loadFormats } from '#server/datasets/formats.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import { answer } from './answers.ts';
import { prepareOf } from './plan.ts';
import type { Asking } from './services.ts';

/** When and where someone asks. */
export type Moment = { zone: string; now: string; signal: AbortSignal };

const isTime = ({ type }: Column) => type === 'time' || type === 'date';

/** The column that tells when a row happened if nobody said which. */
export const timeColumnOf = ({ source: { columns } }: Snapshot): string | undefined =>
  (columns.find(({ type }) => type === 'time') ?? columns.find(({ type }) => type === 'date'))?.id;

/** The largest cell of a column among the rows that a filter leaves. */
async function findMax(ctx: Asking, snapshot: Snapshot, asked: Moment & { column: string; filters: Filter[] }) {
  const { column, filters, zone, now, signal } = asked;
  const formula = { kind: 'max' as const, column };
  const ask = { ...emptyAsk(snapshot.origin.id), measures: [{ id: 'm1', formula, show: 'value' as const }], filters };
  const prepared = prepareOf(snapshot, { ask, zone, now, rows: 1 });
  const { card: seconds } = await ctx.queryLimits.load();
  const { answered } = await answer(ctx, prepared, { seconds, fresh: false, signal, onNews: () => undefined });
  const [[cell] = []] = JSON.parse(answered.values.toString()) as unknown[][];
  return typeof cell === 'string' ? cell : undefined;
}

/**
 * The newest row of a column: the last one until today, so that a single wrong date in the future does not move it; if
 * all are in the future, the last of them. It is answered from the cache for as long as the version is the same.
 */
export async function findNewestCell(
  ctx: Asking,
  snapshot: Snapshot,
  { column, ...moment }: Moment & { column: string },
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

/** The first moments after the newest rows of columns, for spans of these grains; one without rows has none. */
export async function loadNewestRows(
  ctx: Asking,
  snapshot: Snapshot,
  { columns, ...moment }: Moment & { columns: Map<string, Grain[]> },
): Promise<NewestRows> {
  if (columns.size === 0) return {};
  const formats = await loadFormats(ctx.db, [...columns.keys()]);
  const found = [...columns].map(async ([column, grains]): Promise<[string, string][]> => {
    const cell = await findNewestCell(ctx, snapshot, { ...moment, column });
    const step = stepGrainOf(formats.get(column) ?? '');
    return cell === undefined ? [] : [[column, endOfNewest(cell, step, { grains, zone: moment.zone })]];
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}

/** Those that a question counts back from. */
export const loadNewest = (
  ctx: Asking,
  snapshot: Snapshot,
  { ask, ...moment }: Moment & { ask: DatasetAsk },
): Promise<NewestRows> => loadNewestRows(ctx, snapshot, { ...moment, columns: anchoredGrains(ask) });

/** The same of a dataset by one of its columns, or else by the one that tells when its rows happened. */
export async function findNewestOf(
  ctx: Asking,
  snapshot: Snapshot,
  { column = timeColumnOf(snapshot), ...moment }: Moment & { column?: string | undefined },
): Promise<string | undefined> {
  const columns = new Map<string, Grain[]>(column === undefined ? [] : [[column, []]]);
  return Object.values(await loadNewestRows(ctx, snapshot, { ...moment, columns }))[0];
}
