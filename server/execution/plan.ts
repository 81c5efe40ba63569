import { maxAnswerRows } from '#contract/queries/routes.ts';
import { Problem } from '#contract/errors.ts';
import { anchorSpec } from '#domain/time/anchor.ts';
import {
  type QuerySpec,
  type DatasetQuerySpec,
  type Filter,
  type NewestRows,
  type Origin,
  type Param,
  type Query,
  type RowsQuery,
  type Scalar,
  type TableBinding,
  totalOf,
} from '#domain/query/query.ts';
import { type EngineSource, extremesTable, type LimitedQuery } from '#engine/engine.ts';
import { booleanColumnsOf } from '#engine/sql/boolean-columns.ts';
import { compile } from '#engine/sql/compile.ts';
import { columnsUsedBy } from '#engine/sql/model.ts';
import { compileRows } from '#engine/sql/rows.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import { dialectOf } from '#engine/sql/source.ts';
import { findRight } from '#server/access/rights.ts';
import { loadCurrentSnapshot, loadWholeSnapshot } from '#server/datasets/current-snapshot.ts';
import {
  type AppliedRule,
  originsOfSnapshot,
  rulesOfSnapshot,
  sourcesOfSnapshot,
  tableOfSnapshot,
} from '#server/datasets/query-table.ts';
import type { ReadableSnapshot } from '#server/datasets/readable-snapshot.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { hashOf } from '#server/hash.ts';
import type { ExecutionContext } from './execution.ts';
import { extremesOf } from './extremes.ts';
import { type AnsweredLabels, answeredLabelsOf } from './labelled-columns.ts';

/** A query on rows in any store. */
type SourcedQuery = LimitedQuery<EngineSource>;

/** The columns and relations of a dataset, and where it is. */
export type DatasetShape = Pick<DatasetSnapshot, 'source' | 'relations'> & { origin: Pick<Origin, 'id'> };

type PlanParts = {
  engineQuery: SourcedQuery;
  totals: { dimensions: string[]; engineQuery: SourcedQuery }[];
  datasets: Origin[];
  /** The row rules that it was compiled with. */
  rules: AppliedRule[];
  applied: Filter[];
  /** The query as its proof shows it: without row rules, whose values may reveal hidden rows. */
  proofQuery: { sql: string; params: (Scalar | Param)[] };
  /** The datasets that names in SQL were resolved to. */
  tables: TableBinding[];
  newest: NewestRows;
  /** Columns of the answer whose values have labels. */
  labels: AnsweredLabels[];
};

/** A query compiled for the engine, with what the proof of its answer needs, and the key of its answer. */
export type PlannedQuery = PlanParts & { key: string };

/** Who published a query; null if the account is deleted. */
export type QueryPublisher = { by: string | null };

/** What a plan depends on besides its query and data. `everyStep` adds time steps without rows, for files. */
type PlanOptions = { zone: string; now: string; rows: number; everyStep?: boolean };

/**
 * Adds the key. Segments are immutable, and a connected table counts as unchanged within a time slot, so the same
 * query on the same sources has the same answer.
 */
export function plannedQueryOf(parts: PlanParts): PlannedQuery {
  const { engineQuery, totals } = parts;
  const text = JSON.stringify([engineQuery, ...totals.map((total) => [total.dimensions, total.engineQuery])]);
  return { ...parts, key: hashOf(text) };
}

const minute = 60_000;

/** The current time, rounded to the minute, so that queries of the same minute share cached answers. */
export const nowOf = () => new Date(Math.floor(Date.now() / minute) * minute).toISOString();

/**
 * An answer is cut to `maxAnswerRows` unless a smaller limit was chosen; files and long tables hold up to `maxRows`.
 */
export const allRowsOf = ({ limit }: QuerySpec, maxRows: number) => (limit < maxAnswerRows ? limit : maxRows);

/** The columns and relations of a dataset that the caller may see, for uses that do not depend on its rows. */
export async function loadVisibleShape(ctx: ExecutionContext, dataset: string): Promise<DatasetShape> {
  if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) throw new Problem('dataset_gone');
  return loadWholeSnapshot(ctx, dataset);
}

/** The current snapshot of a dataset; one that the caller may not see counts as missing. */
export async function loadVisibleSnapshot(ctx: ExecutionContext, dataset: string): Promise<ReadableSnapshot> {
  if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) throw new Problem('dataset_gone');
  return loadCurrentSnapshot(ctx, dataset);
}

/** A query on a dataset, with what its plan depends on. */
export type DatasetPlanInput = PlanOptions & { spec: DatasetQuerySpec };

const hasRowRule = ({ rowRule, related }: DatasetSnapshot): boolean =>
  rowRule !== null || related.some((each) => hasRowRule(each.snapshot));

/** Also removes the statistics of all rows: the shape of the SQL would reveal something about hidden ones. */
const withoutRowRule = (snapshot: DatasetSnapshot): DatasetSnapshot => ({
  ...snapshot,
  rowRule: null,
  nonNegative: [],
  valueCounts: {},
  related: snapshot.related.map((each) => ({
    ...each,
    keyCount: undefined,
    snapshot: withoutRowRule(each.snapshot),
  })),
});

function compileShown(
  query: Query | RowsQuery,
  snapshot: DatasetSnapshot,
  options: { everyStep: boolean },
): PlanParts['proofQuery'] {
  const [table, dialect] = [tableOfSnapshot(withoutRowRule(snapshot)), dialectOf(snapshot.source)];
  return 'measures' in query ? compile(query, table, dialect, options) : compileRows(query, table, dialect);
}

/** Compiles a query for a snapshot of its dataset, with the related snapshots that it needs. */
export function compileQuery(
  snapshot: DatasetSnapshot,
  { spec, zone, now, rows, everyStep = false }: DatasetPlanInput,
  newest: NewestRows = {},
): PlannedQuery {
  const table = tableOfSnapshot(snapshot);
  const dialect = dialectOf(snapshot.source);
  // One more row shows whether the answer is cut off.
  const query = { ...anchorSpec(spec, newest), zone, now, limit: rows + 1 };
  const compilePart = (part: Query | RowsQuery, from: QueryTable) =>
    'measures' in part ? compile(part, from, dialect, { everyStep }) : compileRows(part, from, dialect);
  const engineQueryOf = (part: Query | RowsQuery): SourcedQuery => {
    const extremes = extremesOf(part, snapshot);
    return {
      by: 'compiler',
      ...compilePart(part, extremes ? { ...table, name: extremesTable } : table),
      booleans: booleanColumnsOf(part, table),
      sources: sourcesOfSnapshot(snapshot, columnsUsedBy(part, table)),
      limit: rows,
      ...(extremes && { extremes }),
    };
  };
  const engineQuery = engineQueryOf(query);
  return plannedQueryOf({
    engineQuery,
    proofQuery:
      hasRowRule(snapshot) || engineQuery.extremes ? compileShown(query, snapshot, { everyStep }) : engineQuery,
    totals:
      query.kind === 'rows'
        ? []
        : query.totals.map((dimensions) => ({ dimensions, engineQuery: engineQueryOf(totalOf(query, dimensions)) })),
    datasets: originsOfSnapshot(snapshot),
    rules: rulesOfSnapshot(snapshot),
    applied: spec.filters,
    tables: [],
    newest,
    labels: answeredLabelsOf(spec, snapshot),
  });
}
