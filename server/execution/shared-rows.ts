import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import { isFilterAnchored } from '#domain/time/anchor.ts';
import { needsOf, needsOfFormula } from '#domain/dashboard/uses.ts';
import type { QuerySpec, Filter, Metric, BuiltQuerySpec } from '#domain/query/query.ts';
import type { SharedRows } from '#engine/engine.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileSampleCount, compileSharedRows } from '#engine/sql/rows.ts';
import { queryEngine } from '#server/datasets/query-engine.ts';
import { sourcesOfSnapshot, tableOfSnapshot } from '#server/datasets/query-table.ts';
import { type DatasetSnapshot, type FileSnapshot, isOfFiles } from '#server/datasets/snapshot.ts';
import type { ExecutionContext } from './execution.ts';
import { filterText } from './merge-queries.ts';
import type { PlannedQuery } from './plan.ts';
import { loadRelated, trustKeys } from './related-snapshots.ts';

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

type SharedRowsOptions = {
  zone: string;
  now: string;
  seconds: number;
  fresh: boolean;
  plan: (spec: QuerySpec) => Promise<PlannedQuery>;
  /** The snapshot of a dataset; undefined if it is missing or forbidden. */
  snapshotOf: (dataset: string) => DatasetSnapshot | undefined;
};

/** A promise in the plan cache, so that concurrent viewers of the same dashboard share one estimate. */
type SharedRowsPlan = { table: Promise<SharedRows | undefined> };

/**
 * The rows that the queries of a run share: a filter for one city of a thousand makes all cards read the same few rows,
 * which are copied once into a temp table.
 */
export async function findSharedRows(
  ctx: ExecutionContext,
  options: SharedRowsOptions,
  shared: SharedFilters,
): Promise<((spec: QuerySpec) => SharedRows | undefined) | undefined> {
  const snapshot = shared.filters.length > 0 ? options.snapshotOf(shared.dataset!) : undefined;
  // A database plans its queries itself.
  if (!snapshot || !isOfFiles(snapshot) || snapshot.rows < minRows) return undefined;
  const { zone, now } = options;
  const columns = columnsOf(shared.covered, snapshot.metrics);
  const { plans } = ctx.execution;
  const key = JSON.stringify(['shared rows', snapshot.key, shared.filters.map(filterText), columns, zone, now]);
  let plan = plans.get(key) as SharedRowsPlan | undefined;
  if (!plan) {
    if (!(await hasUncached(ctx, options, shared.covered))) return undefined;
    plan = (plans.get(key) as SharedRowsPlan | undefined) ?? {
      table: planSharedTable(ctx, {
        seconds: options.seconds,
        snapshot,
        common: { filters: shared.filters, columns, zone, now },
      }),
    };
    plans.set(key, plan);
  }
  const table = await plan.table;
  return table && ((spec) => (shared.covers(spec) ? table : undefined));
}

/** Whether at least `minQueries` of these queries are not cached. */
async function hasUncached(
  { execution }: ExecutionContext,
  { fresh, plan }: SharedRowsOptions,
  specs: BuiltQuerySpec[],
): Promise<boolean> {
  let uncached = 0;
  for (const spec of specs) {
    // Invalid queries are reported by their cards.
    const planned = await plan(spec).catch(() => undefined);
    if (planned && (fresh || !execution.answers.has(planned.key))) uncached += 1;
    if (uncached >= minQueries) return true;
  }
  return false;
}

/** The filters that most queries of one dataset share, and the queries that have all of them. */
export type SharedFilters = {
  dataset: string | undefined;
  filters: Filter[];
  covered: BuiltQuerySpec[];
  covers: (spec: QuerySpec) => boolean;
};

const isQuery = (spec: QuerySpec) => spec.kind === 'query';

export function findSharedFilters(all: QuerySpec[]): SharedFilters {
  const specs = all.filter(isQuery);
  const dataset = specs[0]?.dataset;
  const same = specs.filter((spec) => spec.dataset === dataset);
  // The period of an anchored filter is known only when its query is prepared.
  const texts = same.flatMap(({ filters }) =>
    filters.filter((each) => !isFilterAnchored(each)).map((filter) => [filterText(filter), filter] as const),
  );
  const counts = new Map<string, number>();
  for (const [text] of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const shared = new Map(texts.filter(([text]) => counts.get(text)! > same.length / 2));
  const hasAll = (spec: BuiltQuerySpec) => [...shared.keys()].every((text) => hasFilter(spec, text));
  const covered = same.filter(hasAll);
  const coveredSpecs = new Set<QuerySpec>(covered);
  // A merged query is not one of them, and is compared.
  const covers = (spec: QuerySpec) =>
    coveredSpecs.has(spec) || (isQuery(spec) && spec.dataset === dataset && hasAll(spec));
  return { dataset, filters: [...shared.values()], covered, covers };
}

const hasFilter = ({ filters }: BuiltQuerySpec, text: string) => filters.some((filter) => filterText(filter) === text);

function columnsOf(specs: BuiltQuerySpec[], metrics: Metric[]): string[] {
  const needs = specs.map(needsOf);
  const used = new Set(needs.flatMap((need) => need.metrics));
  const ofMetrics = metrics.filter(({ id }) => used.has(id)).map(({ formula }) => needsOfFormula(formula));
  return [...new Set([...needs, ...ofMetrics].flatMap(({ columns }) => columns))];
}

type SharedTableInput = {
  seconds: number;
  snapshot: FileSnapshot;
  common: { filters: Filter[]; columns: string[]; zone: string; now: string };
};

/** The temp table of the shared rows, if the sample suggests that they are few. */
async function planSharedTable(
  ctx: ExecutionContext,
  { seconds, snapshot: root, common }: SharedTableInput,
): Promise<SharedRows | undefined> {
  const { rows } = root;
  try {
    const snapshot = await loadRelated(ctx, root, { columns: common.columns, check: trustKeys });
    const table = tableOfSnapshot(snapshot);
    const sources = sourcesOfSnapshot(snapshot, common.filters.flatMap(columnsOfFilter));
    // A query may not have the related source that the filters need.
    if (sources.length > 1) return undefined;
    const query = { ...compileSampleCount(common, table, duckdb, sampleRows), sources };
    const { values } = await queryEngine(ctx, query, { seconds });
    const matches = Number(values[0]![0]);
    const isRare = (matches / sampleRows) * rows <= maxSharedRows;
    return isRare
      ? compileSharedRows(common, table, duckdb, { maxRows: maxSharedRows, isWithinLimit: matches >= minMatches })
      : undefined;
  } catch (error) {
    // Without shared rows every query reads the whole table: slower, but correct.
    ctx.log.error({ err: error }, 'planning shared rows failed');
    return undefined;
  }
}
