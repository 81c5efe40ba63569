import { isFilterAnchored } from '#domain/time/anchor.ts';
import { needsOf, needsOfFormula } from '#domain/dashboard/uses.ts';
import type { Ask, Filter, Metric, QueryAsk } from '#domain/query/query.ts';
import type { SharedRows } from '#engine/engine.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileSampleCount, compileSharedRows } from '#engine/sql/rows.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { queueShareOf } from '#server/queue/queue-share.ts';
import { hasUncached, type RunSettings } from './query-batches.ts';
import { createPairCache } from './pair-cache.ts';
import type { DashboardQuery } from './questions.ts';
import { filterText } from './merge-queries.ts';

type SharedTableOf = NonNullable<RunSettings['within']>;

/** Below this size every query is fast without sharing. */
const minRows = 500_000;
/** With fewer queries, sharing costs more than it saves. */
const minQueries = 3;
/** Above this size, copying the rows costs more than scanning them several times. */
const maxSharedRows = 200_000;
/** Rows sampled to estimate the number of matches. */
const sampleRows = 50_000;
/**
 * With fewer matches in the sample the estimate is unreliable: clustered rows are either missing from it or
 * over-represented.
 */
const minMatches = 50;

/**
 * The rows that the queries of a run share: a filter for one city of a thousand makes all cards read the same few rows,
 * which are copied once into a temp table.
 */
export async function findSharedRows(
  ctx: QueryContext,
  setting: RunSettings,
  questions: DashboardQuery[],
): Promise<SharedTableOf | undefined> {
  const shared = sharedFiltersOf(questions);
  if (shared.filters.length === 0) return undefined;
  const snapshot = await setting.snapshots(shared.dataset!).catch(() => undefined);
  if (!snapshot || snapshot.rows < minRows) return undefined;
  const trial = trials(questions, snapshot);
  if (!trial.within) {
    if (!(await hasUncached(ctx, setting, shared.covered, minQueries))) return undefined;
    // Errors are reported by the queries themselves.
    trial.within ??= planSharedTable(ctx, setting, { snapshot, shared }).catch(() => undefined);
  }
  const within = await trial.within;
  return within && ((ask) => (shared.covers(ask) ? within : undefined));
}

// Estimated once for concurrent viewers of the same dashboard.
const trials = createPairCache(
  (_questions: DashboardQuery[], _snapshot: DatasetSnapshot): { within?: Promise<SharedRows | undefined> } => ({}),
);

/** The filters that most queries of one dataset share, and the queries that have all of them. */
type SharedFilters = {
  dataset: string | undefined;
  filters: Filter[];
  covered: QueryAsk[];
  covers: (ask: Ask) => boolean;
};

const sharedFiltersCache = new WeakMap<DashboardQuery[], SharedFilters>();

// Concurrent viewers of the same dashboard have the same array of queries.
function sharedFiltersOf(questions: DashboardQuery[]): SharedFilters {
  const shared =
    sharedFiltersCache.get(questions) ?? findSharedFilters(questions.map(({ ask }) => ask).filter(isQuery));
  sharedFiltersCache.set(questions, shared);
  return shared;
}

const isQuery = (ask: Ask) => ask.kind === 'query';

function findSharedFilters(asks: QueryAsk[]): SharedFilters {
  const dataset = asks[0]?.dataset;
  const same = asks.filter((ask) => ask.dataset === dataset);
  // The period of an anchored filter is known only when its query is prepared.
  const all = same.flatMap(({ filters }) =>
    filters.filter((each) => !isFilterAnchored(each)).map((filter) => [filterText(filter), filter] as const),
  );
  const counts = new Map<string, number>();
  for (const [text] of all) counts.set(text, (counts.get(text) ?? 0) + 1);
  const shared = new Map(all.filter(([text]) => counts.get(text)! > same.length / 2));
  const covers = (ask: Ask) =>
    isQuery(ask) && ask.dataset === dataset && [...shared.keys()].every((text) => hasFilter(ask, text));
  return { dataset, filters: [...shared.values()], covered: same.filter(covers), covers };
}

const hasFilter = ({ filters }: QueryAsk, text: string) => filters.some((filter) => filterText(filter) === text);

function columnsOf(asks: QueryAsk[], metrics: Metric[]): string[] {
  const needs = asks.map(needsOf);
  const used = new Set(needs.flatMap((need) => need.metrics));
  const ofMetrics = metrics.filter(({ id }) => used.has(id)).map(({ formula }) => needsOfFormula(formula));
  return [...new Set([...needs, ...ofMetrics].flatMap(({ columns }) => columns))];
}

/** The temp table of the shared rows, if the sample suggests that they are few. */
async function planSharedTable(
  ctx: QueryContext,
  { seconds, zone, now }: RunSettings,
  { snapshot, shared }: { snapshot: DatasetSnapshot; shared: SharedFilters },
): Promise<SharedRows | undefined> {
  const { source, metrics, rows } = snapshot;
  const table = { name: source.name, columns: source.columns, metrics };
  const common = { filters: shared.filters, columns: columnsOf(shared.covered, metrics), zone, now };
  const question = { ...compileSampleCount(common, table, duckdb, sampleRows), sources: [source] };
  const { values } = await ctx.queue.run(queueShareOf(ctx), (signal) => ctx.engine.ask(question, { seconds, signal }));
  const matches = Number(values[0]![0]);
  const isRare = (matches / sampleRows) * rows <= maxSharedRows;
  return isRare
    ? compileSharedRows(common, table, duckdb, { maxRows: maxSharedRows, isWithinLimit: matches >= minMatches })
    : undefined;
}
