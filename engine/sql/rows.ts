import type { Column, RowsQuery } from '#contract/query.ts';
import { periodWhere } from './compare.ts';
import type { Compiled } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { conditionOf } from './filter.ts';
import { type Fragment, name, raw, render, sql } from './fragment.ts';
import { cellOf, columnOf, rowsOf, type Scope, type Table } from './scope.ts';
import { select } from './select.ts';

const shown = ({ id, name: called }: Column): Fragment => sql`t.${name(called)} as ${name(id)}`;

/** Plain rows in SQL; their columns are named by their ids. */
export function compileRows(query: RowsQuery, table: Table, dialect: Dialect): Compiled {
  const scope: Scope = { table, dialect, clock: { now: Date.parse(query.now), zone: query.zone } };
  const columns = query.columns.length > 0 ? query.columns.map((id) => columnOf(scope, id)) : table.columns;
  const rows = select({
    columns: columns.length > 0 ? columns.map(shown) : [raw('null as nothing')],
    from: rowsOf(scope),
    where: [...query.filters.map((filter) => conditionOf(scope, filter)), ...periodWhere(scope, query)],
    order: query.order.map(({ column, direction }) => dialect.order(cellOf(scope, columnOf(scope, column)), direction)),
    limit: query.limit,
  });
  return render(rows, dialect);
}
