import type { SqlWatch } from '#contract/alert.ts';
import { isAnchored } from '#contract/anchor.ts';
import { Problem } from '#contract/errors.ts';
import type { Ask, ResultColumn } from '#contract/query.ts';
import { stepsAsked } from '#contract/reach.ts';
import type { Clock } from '#contract/span.ts';
import { amountOf } from '#display/format/amount.ts';
import { findRight } from '#server/access/rights.ts';
import { withBounds } from '#server/dashboards/bounds.ts';
import type { Viewing } from '#server/dashboards/look.ts';
import { answer, type Answered } from '#server/queries/answers.ts';
import { loadCurrent } from '#server/datasets/current.ts';
import { findNewestOf, type Moment } from '#server/queries/newest.ts';
import { nowOf, prepare } from '#server/queries/prepare.ts';
import { coursesOf, type Entry, mostValues } from './courses.ts';
import type { Course, Series } from './evaluate.ts';
import { findPublication } from './publication.ts';
import type { Asked, Loaded } from './series.ts';
import { placesAmong, spanOf, stepOf } from './steps.ts';

const mostRows = 50_000;

/** The numbers of an answer to SQL. */
export async function loadSqlSeries(
  ctx: Viewing,
  { watch, count, zone, signal, origin, fresh }: Asked & { watch: SqlWatch },
): Promise<Loaded> {
  const published = await findPublication(ctx, watch, origin);
  const now = nowOf();
  const clock = { now: Date.parse(now), zone };
  // Whoever may not write SQL watches what the card reads, whatever they say that its names mean.
  const meant = published ? { ...watch, tables: published.tables } : watch;
  const newest = await findNewest(ctx, meant, { now, zone, signal });
  const ask = askOf(meant, count, { ...clock, newest });
  const prepared = await prepare(ctx, { ask, zone, rows: mostRows, signal, published });
  const { card: seconds } = await ctx.queryLimits.load();
  const { answered } = await answer(ctx, prepared, { seconds, fresh, signal, onNews: () => undefined });
  if (answered.isCutOff) throw new Problem('alert_too_many_rows', { limit: mostRows.toLocaleString('en-US') });
  const series = seriesOf(watch, answered, { count, clock });
  const reads = prepared.datasets.map(({ id }) => id);
  return { ...series, columns: answered.columns, reads, tables: prepared.tables };
}

/** The first moment after the newest row of what the SQL reads, if its span counts back from that. */
async function findNewest(ctx: Viewing, { span, time, tables = [] }: SqlWatch, moment: Moment) {
  if (!span || time || !isAnchored(span)) return undefined;
  const ends = tables.map(async ({ dataset }) => {
    if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) return [];
    return (await findNewestOf(ctx, await loadCurrent(ctx, dataset), moment)) ?? [];
  });
  return (await Promise.all(ends)).flat().toSorted().at(-1);
}

type Now = Clock & { newest: string | undefined };

function askOf({ sql, params, tables, span, time }: SqlWatch, count: number, clock: Now): Ask {
  const ask: Ask = { kind: 'sql', sql, params, limit: mostRows, tables };
  const looked = span && time ? spanOf(time.grain, count) : span;
  return withBounds(ask, { span: looked, compare: { kind: 'none' } }, clock);
}

const numbers: ResultColumn['type'][] = ['integer', 'number'];
const times: ResultColumn['type'][] = ['date', 'time'];

type Around = { count: number; clock: Clock };

function seriesOf({ value, time, by }: SqlWatch, answered: Answered, { count, clock }: Around): Series {
  const values = JSON.parse(String(answered.values)) as unknown[][];
  const columnOf = (name: string, types?: ResultColumn['type'][]) => {
    const place = placeOfColumn(answered.columns, name, types);
    return values[place] ?? [];
  };
  const amounts = columnOf(value, numbers);
  const cells = by === null ? [] : columnOf(by);
  const moments = time ? columnOf(time.column, times) : [];
  const steps = time ? stepsOf(time, count, clock) : [''];
  const placeOf = time ? placesOfCells(steps, time, clock) : () => 0;
  const entries = amounts.flatMap((amount, row): Entry[] => {
    const [place, known] = [placeOf(moments[row]), amountOf(amount)];
    return place === undefined || known === null ? [] : [{ place, cell: cells[row], value: known }];
  });
  // What SQL gives nothing for may be nothing, or not known.
  const courses = coursesOf(entries, { steps: steps.length, by, idle: null });
  return { steps, isRunning: time !== null, courses: fullest(courses) };
}

const stepsIn = ({ has }: Course) => has.filter(Boolean).length;
const fullest = (courses: Course[]) => courses.toSorted((a, b) => stepsIn(b) - stepsIn(a)).slice(0, mostValues);

function placeOfColumn(columns: ResultColumn[], name: string, types?: ResultColumn['type'][]): number {
  const place = columns.findIndex((column) => column.name === name);
  if (place < 0) throw new Problem('alert_column_gone', { column: name });
  if (types && !types.includes(columns[place]!.type)) throw new Problem('alert_column_misfit', { column: name });
  return place;
}

type Time = NonNullable<SqlWatch['time']>;

function stepsOf({ column, grain }: Time, count: number, clock: Clock): string[] {
  const span = spanOf(grain, count);
  const period = { kind: 'during' as const, column, span, compare: { kind: 'none' as const } };
  return stepsAsked({ period, filters: [] }, { id: 't', kind: 'time', column, grain }, clock)?.steps ?? [];
}

/** Finds the place of a cell among the steps. Many rows have the same one, and calendars are slow. */
function placesOfCells(steps: string[], { grain }: Time, { zone }: Clock): (cell: unknown) => number | undefined {
  const placeOf = placesAmong(steps);
  const known = new Map<unknown, number | undefined>();
  return (cell) => {
    if (known.has(cell)) return known.get(cell);
    const step = stepOf(cell, grain, zone);
    const place = step === undefined ? undefined : placeOf(step);
    known.set(cell, place);
    return place;
  };
}
