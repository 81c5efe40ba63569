import type { Column, Filter, RowsQuery } from '#contract/query.ts';
import type { Within } from '#engine/engine.ts';
import { periodWhere } from './compare.ts';
import type { Compiled } from './compile.ts';
import type { Dialect } from './dialect.ts';
import { conditionOf } from './filter.ts';
import { type Fragment, name, raw, render, sql } from './fragment.ts';
import { cellOf, columnOf, rowsOf, type Scope, type Table } from './scope.ts';
import { nested, select } from './select.ts';

const scopeOf = ({ now, zone }: { now: string; zone: string }, table: Table, dialect: Dialect): Scope => ({
  table,
  dialect,
  clock: { now: Date.parse(now), zone },
  recent: null,
});

const shown = ({ id, name: called }: Column): Fragment => sql`t.${name(called)} as ${name(id)}`;

/** Plain rows in SQL; their columns are named by their ids. */
export function compileRows(query: RowsQuery, table: Table, dialect: Dialect): Compiled {
  const scope = scopeOf(query, table, dialect);
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

/** What several questions read: rows that fit these filters, and columns by their ids. */
export type Common = { filters: Filter[]; columns: string[]; zone: string; now: string };

/** How many rows are worth to be kept, and whether it is known that there will not be many more. */
type Amount = { most: number; isKnown: boolean };

/** The rows that questions have in common, as the table itself would show them. */
export function compileWithin(common: Common, table: Table, dialect: Dialect, { most, isKnown }: Amount): Within {
  const scope = scopeOf(common, table, dialect);
  const rows = select({
    columns: common.columns.map((id) => sql`t.${name(columnOf(scope, id).name)}`),
    from: rowsOf(scope),
    where: common.filters.map((filter) => conditionOf(scope, filter)),
    // Whatever the order is: rows that come a few at a time are gathered for it, and kept together twice as fast.
    order: [raw('1')],
    // To count along costs a fifth of the time.
    ...(isKnown ? {} : { limit: most + 1 }),
  });
  return { ...render(rows, dialect), most };
}

/** How many of the first rows are among those that questions have in common. */
export function compileTrial(common: Common, table: Table, dialect: Dialect, first: number): Compiled {
  const scope = scopeOf(common, table, dialect);
  const tried = select({ columns: [raw('*')], from: rowsOf(scope), limit: first });
  const where = common.filters.map((filter) => conditionOf(scope, filter));
  return render(select({ columns: [raw('count(*)')], from: nested(tried, 't'), where }), dialect);
}
