import type { DatasetQuerySpec, Formula } from '#domain/query/query.ts';
import { compileStatistics, isNeverNegative } from '#engine/sql/statistics.ts';
import { queryEngine } from '#server/datasets/query-engine.ts';
import { tableOfSnapshot } from '#server/datasets/query-table.ts';
import { type DatasetSnapshot, isOfFiles } from '#server/datasets/snapshot.ts';
import type { ExecutionContext } from './execution.ts';
import { loadHint } from './hints.ts';

/** Below this size the statistics cost as much as they save. */
const minRows = 2_000_000;
/** Limited, because the statistics of every segment are read. */
const maxSegments = 64;
const seconds = 5;

/**
 * Adds to a snapshot which numeric columns are never negative and which time columns are never before 1970, if a query
 * may sum or group by them, which is then faster.
 */
export async function withNumberSigns(
  ctx: ExecutionContext,
  snapshot: DatasetSnapshot,
  spec: DatasetQuerySpec,
): Promise<DatasetSnapshot> {
  const { source, rows } = snapshot;
  if (!isOfFiles(snapshot) || rows < minRows || snapshot.source.segments.length > maxSegments) return snapshot;
  if (!mayTotal(spec) && !groupsByTime(spec)) return snapshot;
  const key = JSON.stringify(['number signs', snapshot.source.segments, source.columns]);
  return { ...snapshot, nonNegative: (await loadHint(ctx, key, () => readSigns(ctx, snapshot))) ?? [] };
}

const totals = new Set<Formula['kind']>(['sum', 'average', 'metric']);

const groupsByTime = (spec: DatasetQuerySpec): boolean =>
  spec.kind === 'query' && spec.dimensions.some(({ kind }) => kind === 'time' || kind === 'date_part');

function mayTotal(spec: DatasetQuerySpec): boolean {
  const hasTotal = (formula: Formula): boolean =>
    'left' in formula ? hasTotal(formula.left) || hasTotal(formula.right) : totals.has(formula.kind);
  return spec.kind === 'query' && spec.measures.some(({ formula }) => hasTotal(formula));
}

async function readSigns(ctx: ExecutionContext, snapshot: DatasetSnapshot): Promise<string[]> {
  const columns = snapshot.source.columns.filter(({ type }) => type === 'number' || type === 'time');
  if (columns.length === 0) return [];
  const table = tableOfSnapshot({ ...snapshot, related: [], rowRule: null });
  const query = { ...compileStatistics(table, columns), sources: [{ ...snapshot.source, rowCondition: undefined }] };
  const { values } = await queryEngine(ctx, query, { seconds });
  return columns.filter(({ type }, index) => isNeverNegative(values[index]?.[0], type)).map(({ id }) => id);
}
