import type { Filter } from './query.ts';

/** The columns of a filter. */
export function columnsOfFilter(filter: Filter): string[] {
  if ('filters' in filter) return filter.filters.flatMap(columnsOfFilter);
  if ('filter' in filter) return columnsOfFilter(filter.filter);
  return [filter.column];
}
