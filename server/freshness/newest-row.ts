import { endOfCell } from '#domain/time/anchor.ts';
import { wallOf } from '#domain/time/calendar.ts';
import { stepGrainOf } from '#domain/time/time-steps.ts';
import { emptyQuerySpec, type Filter } from '#domain/query/query.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { defaultTimeColumnOf } from '#server/execution/newest-rows.ts';
import { compileQuery } from '#server/execution/plan.ts';
import { queryForServer } from '#server/execution/query-for-server.ts';

/** The newest row that is not in the future, the first moment after it, and whether there are rows in the future. */
export type NewestRow = { cell: string | null; reachesTo: number | null; hasFuture: boolean };

type CheckMoment = { now: number; zone: string | undefined; signal: AbortSignal };

const seconds = 20;

/**
 * The newest row by the main time column; undefined if the dataset has none. The maximum of all rows is looked up first:
 * it is mostly the answer, and a database can read it from an index.
 */
export async function findNewestRow(
  ctx: DatasetServices,
  snapshot: DatasetSnapshot,
  { now, zone, signal }: CheckMoment,
): Promise<NewestRow | undefined> {
  const { columns } = snapshot.source;
  const column = defaultTimeColumnOf(columns);
  if (column === undefined) return undefined;
  const isDate = columns.find(({ id }) => id === column)!.type === 'date';
  // Without a zone, a date is in the future until it has begun somewhere.
  const today = new Date(wallOf(now, zone ?? 'Pacific/Kiritimati')).toISOString().slice(0, 10);
  const isFuture = (cell: string) => (isDate ? cell > today : Date.parse(cell) > now);
  const latest = await loadMax(ctx, snapshot, { column, filters: [], now, signal });
  const hasFuture = latest !== null && isFuture(latest);
  const past: Filter = { op: 'at_most', column, value: isDate ? today : new Date(now).toISOString() };
  const cell = hasFuture ? await loadMax(ctx, snapshot, { column, filters: [past], now, signal }) : latest;
  const step = stepGrainOf(snapshot.formats[column] ?? '');
  const reachesTo = cell === null ? null : Date.parse(endOfCell(cell, step, zone ?? 'UTC'));
  return { cell, reachesTo, hasFuture };
}

type MaxRequest = { column: string; filters: Filter[]; now: number; signal: AbortSignal };

/** Bypasses the planner and the cache of people's queries: every check runs at another time. */
async function loadMax(
  ctx: DatasetServices,
  snapshot: DatasetSnapshot,
  { column, filters, now, signal }: MaxRequest,
): Promise<string | null> {
  const measures = [{ id: 'm1', formula: { kind: 'max' as const, column }, show: 'value' as const }];
  const spec = { ...emptyQuerySpec(snapshot.origin.id), measures, filters };
  const { engineQuery } = compileQuery(snapshot, { spec, zone: 'UTC', now: new Date(now).toISOString(), rows: 1 });
  const [[cell] = []] = await queryForServer(ctx, engineQuery, { task: 'freshness', seconds, signal });
  return typeof cell === 'string' ? cell : null;
}
