import { nameOfRest, type Query, type RowsQuery } from '#domain/query/query.ts';
import { columnOf, ownColumnsOf, type QueryTable } from './scope.ts';

/** The result columns of a compiled query that are booleans, for databases whose conditions are integers. */
export function booleanColumnsOf(query: Query | RowsQuery, table: QueryTable): string[] {
  const isBoolean = (column: string) => columnOf({ table }, column).type === 'boolean';
  if (!('measures' in query)) {
    const columns = query.columns.length > 0 ? query.columns : ownColumnsOf(table).map(({ id }) => id);
    return columns.filter(isBoolean);
  }
  const { dimensions, top } = query;
  const ids = dimensions.flatMap(({ id, kind, column }) => (kind === 'value' && isBoolean(column) ? [id] : []));
  return top.kind === 'most' && top.others === 'rest' ? [...ids, nameOfRest(top.dimension)] : ids;
}
