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
 * About how many different keys the rows of a dataset have; undefined if they are too many for grouping by key to pay,
 * or if nobody knows. Each partner has a key, and a sample shows whether there are many keys without a partner. A
 * database plans its queries itself.
 */
export async function loadKeyCount(ctx: ExecutionContext, input: KeyCountInput): Promise<number | undefined> {
  const { own, partner, columns } = input;
  if (!isStored(own) || own.rows < minRows || partner.rows * minRowsPerGroup > own.rows) return undefined;
  const count = await loadDistinct(ctx, own, columns);
  return count === undefined ? undefined : Math.max(count, partner.rows);
}

/**
 * The snapshot with the numbers of values of the dimensions, if another one can be joined to groups, or if percentiles
 * can be computed in bands: whether that pays depends on how many groups there are.
 */
export async function withValueCounts(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  spec: DatasetQuerySpec,
): Promise<DatasetSnapshot> {
  const late = snapshot.related.filter(({ keyCount }) => keyCount !== undefined).map(({ relation }) => relation);
  if (spec.kind !== 'query' || (late.length === 0 && !mayNeedBands(snapshot, spec))) return snapshot;
  const valueCounts: Record<string, number> = {};
  for (const { kind, column } of spec.dimensions) {
    if (kind !== 'value' || late.includes(relationStepOf(column).relation)) continue;
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

/** About how many different values columns have together; undefined if they could not be counted. */
function loadDistinct(ctx: ExecutionContext, snapshot: StoredSnapshot, columns: string[]): Promise<number | undefined> {
  // Pushed rows are versions of their own: one sample is enough until there are twice as many.
  const size = Math.floor(Math.log2(snapshot.rows));
  const key = JSON.stringify(['distinct', snapshot.origin.id, columns, size]);
  // Without a count rows are joined before they are grouped: slower, but right.
  return loadHint(ctx, key, () => sampleKeys(ctx, snapshot, columns));
}

async function sampleKeys(ctx: ExecutionContext, own: StoredSnapshot, columns: string[]): Promise<number> {
  // The rows that someone may not see are as good a sample.
  const table = tableOfSnapshot({ ...own, related: [], rowRule: null });
  const sample = compileKeySample({ columns, first: sampleRows, now: nowOf() }, table, dialectOf(own.source));
  const query = { ...sample, sources: [{ ...own.source, rowCondition: undefined }] };
  const { values } = await queryEngine(ctx, query, { seconds: sampleSeconds });
  return estimateDistinct(Number(values[0]![0]), Math.min(own.rows, sampleRows));
}

/** How many values there are if a random sample of this many rows has so many different ones. */
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
