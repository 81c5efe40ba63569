import type { DatasetQuerySpec, BuiltQuerySpec } from '#domain/query/query.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import { minRowsPerGroup } from '#engine/sql/late-joins.ts';
import { aggregatesOf } from '#engine/sql/model.ts';
import { minRowsForBands } from '#engine/sql/percentile-bands.ts';
import { compileKeySample } from '#engine/sql/rows.ts';
import { dialectOf } from '#engine/sql/source.ts';
import { queryEngine } from '#server/datasets/query-engine.ts';
import { tableOfSnapshot } from '#server/datasets/query-table.ts';
import { type DatasetSnapshot, isOfFiles, isStored, type StoredSnapshot } from '#server/datasets/snapshot.ts';
import type { ExecutionContext } from './execution.ts';
import { loadHint } from './hints.ts';
import { nowOf } from './plan.ts';

/** Below this size every query is fast, however it joins. */
const minRows = 500_000;
const sampleRows = 50_000;
const sampleSeconds = 5;

type KeyCountInput = { own: DatasetSnapshot; partner: DatasetSnapshot; columns: string[] };

/**
 * The approximate number of distinct keys in the rows of a dataset; undefined if grouping by key does not pay off, or
 * if the number is unknown. Each partner has a key; a sample shows whether many keys have no partner. Connected
 * databases plan their queries themselves.
 */
export async function loadKeyCount(ctx: ExecutionContext, input: KeyCountInput): Promise<number | undefined> {
  const { own, partner, columns } = input;
  if (!isStored(own) || own.rows < minRows || partner.rows * minRowsPerGroup > own.rows) return undefined;
  const count = await loadDistinct(ctx, own, columns);
  return count === undefined ? undefined : Math.max(count, partner.rows);
}

/**
 * Adds the numbers of values of the dimensions to a snapshot, if related ones can be joined after grouping, or if
 * percentiles can be computed in bands: whether that pays off depends on the number of groups.
 */
export async function withValueCounts(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  spec: DatasetQuerySpec,
): Promise<DatasetSnapshot> {
  const lateRelations = snapshot.related
    .filter(({ keyCount }) => keyCount !== undefined)
    .map(({ relation }) => relation);
  if (spec.kind !== 'query' || (lateRelations.length === 0 && !mayNeedBands(snapshot, spec))) return snapshot;
  const valueCounts: Record<string, number> = {};
  for (const { kind, column } of spec.dimensions) {
    if (kind !== 'value' || lateRelations.includes(relationStepOf(column).relation)) continue;
    const count = await countValues(ctx, snapshot, column);
    if (count !== undefined) valueCounts[column] = count;
  }
  return { ...snapshot, valueCounts };
}

const mayNeedBands = (snapshot: DatasetSnapshot, { measures }: BuiltQuerySpec): boolean =>
  isOfFiles(snapshot) &&
  snapshot.rows >= minRowsForBands &&
  measures
    .flatMap(({ formula }) => aggregatesOf(formula, snapshot.metrics))
    .some(({ kind }) => kind === 'median' || kind === 'percentile');

function countValues(ctx: ExecutionContext, snapshot: DatasetSnapshot, id: string): Promise<number | undefined> {
  const { relation, column } = relationStepOf(id);
  const partner = snapshot.related.find((each) => each.relation === relation);
  if (partner) return countValues(ctx, partner.snapshot, column);
  const isColumn = snapshot.source.columns.some((each) => each.id === id);
  return isColumn && isStored(snapshot) ? loadDistinct(ctx, snapshot, [id]) : Promise.resolve(undefined);
}

/** The approximate number of distinct combinations of values of columns; undefined if counting failed. */
function loadDistinct(ctx: ExecutionContext, snapshot: StoredSnapshot, columns: string[]): Promise<number | undefined> {
  // Every push is a new version: one sample is enough until the number of rows has doubled.
  const size = Math.floor(Math.log2(snapshot.rows));
  const key = JSON.stringify(['distinct', snapshot.origin.id, columns, size]);
  // Without a count rows are joined before they are grouped: slower, but correct.
  return loadHint(ctx, key, () => sampleKeys(ctx, snapshot, columns));
}

async function sampleKeys(ctx: ExecutionContext, own: StoredSnapshot, columns: string[]): Promise<number> {
  // Without row rules: rows that the reader may not see are as good a sample.
  const table = tableOfSnapshot({ ...own, related: [], rowRule: null });
  const sample = compileKeySample({ columns, first: sampleRows, now: nowOf() }, table, dialectOf(own.source));
  const query = { ...sample, sources: [{ ...own.source, rowCondition: undefined }] };
  const { values } = await queryEngine(ctx, query, { seconds: sampleSeconds });
  return estimateDistinct(Number(values[0]![0]), Math.min(own.rows, sampleRows));
}

/** Estimates the number of distinct values from that in a random sample of rows. */
export function estimateDistinct(distinct: number, rows: number): number {
  if (distinct >= rows) return Infinity;
  const expected = (count: number) => count * (1 - Math.exp(-rows / count));
  let [low, high] = [distinct, rows * rows];
  while (high - low > Math.max(1, low / 100)) {
    const middle = (low + high) / 2;
    if (expected(middle) < distinct) low = middle;
    else high = middle;
  }
  return Math.round(low);
}
