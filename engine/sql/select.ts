import { type Fragment, indent, inner, integer, join, raw, sql } from './fragment.ts';

export type SelectInput = {
  columns: Fragment[];
  from: Fragment;
  joins?: Fragment[];
  where?: Fragment[];
  /** Groups by the first columns, by position. */
  groups?: number;
  order?: Fragment[];
  limit?: number;
  offset?: number | undefined;
};

/** A formatted select, one clause a line. */
export function select({
  columns,
  from,
  joins = [],
  where = [],
  groups = 0,
  order = [],
  limit,
  offset,
}: SelectInput): Fragment {
  const numbers = Array.from({ length: groups }, (_, index) => integer(index + 1));
  const clauses = [
    sql`select\n  ${join(columns.map(indent), ',\n  ')}`,
    sql`from ${from}`,
    ...joins,
    ...(where.length > 0 ? [sql`where ${join(where, '\n  and ')}`] : []),
    ...(groups > 0 ? [sql`group by ${join(numbers, ', ')}`] : []),
    ...(order.length > 0 ? [sql`order by ${join(order, ', ')}`] : []),
    ...(limit === undefined ? [] : [sql`limit ${integer(limit)}`]),
    ...(offset === undefined ? [] : [sql`offset ${integer(offset)}`]),
  ];
  return join(clauses, '\n');
}

/** A subquery as a table. */
export const nested = (inner: Fragment, alias: string) => sql`(\n  ${indent(inner)}\n) as ${raw(alias)}`;

/** A column of a subquery. */
export const as = (value: Fragment, alias: string) => sql`${value} as ${inner(alias)}`;

/** A column of the result, which its select computes from `value`. */
export type SelectItem = { value: Fragment; name: Fragment };

export const withAlias = (item: SelectItem) => sql`${item.value} as ${item.name}`;
