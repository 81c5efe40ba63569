import { nameOfRest, type Query } from '#domain/query/query.ts';
import { columnOf, type QueryTable } from './scope.ts';

/** The result columns of a compiled query that are booleans, for databases whose conditions are integers. */
export function booleanColumnsOf({ dimensions, top }: Query, table: QueryTable): string[] {
  const ids = dimensions.flatMap(({ id, kind, column }) =>
    kind === 'value' && columnOf({ table }, column).type === 'boolean' ? [id] : [],
  );
  return top.kind === 'most' && top.others === 'rest' ? [...ids, nameOfRest(top.dimension)] : ids;
}
