import type { Column, Query, RowsQuery } from '#domain/query/query.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';

/** Limited, because every segment becomes a part of the query. */
const maxSegments = 64;
/** Types whose extremes segments store. */
const types = new Set<Column['type']>(['integer', 'number', 'date', 'time']);

type ExtremesQuery = Pick<Query, 'dimensions' | 'measures' | 'filters' | 'period'>;

/**
 * The columns of a query that consists only of minimums and maximums of columns in files: segments store these, so no
 * row is scanned. Undefined for other queries.
 */
export function extremesOf(
  query: ExtremesQuery | RowsQuery,
  { source, rowRule }: Pick<DatasetSnapshot, 'source' | 'rowRule'>,
): string[] | undefined {
  if (!('measures' in query) || source.at !== 'files' || rowRule) return undefined;
  const { segments, columns } = source;
  if (segments.length === 0 || segments.length > maxSegments) return undefined;
  if (query.dimensions.length > 0 || query.filters.length > 0 || query.period.kind !== 'all') return undefined;
  const used: string[] = [];
  for (const { formula } of query.measures) {
    if (formula.kind !== 'min' && formula.kind !== 'max') return undefined;
    const column = columns.find(({ id }) => id === formula.column);
    if (!column || !types.has(column.type)) return undefined;
    used.push(column.id);
  }
  return [...new Set(used)].toSorted();
}
