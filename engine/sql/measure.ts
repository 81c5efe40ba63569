import { Problem } from '#contract/errors.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { type Measure, nameOfPart, type Query } from '#domain/query/query.ts';
import { cleanOf, type FormulaValue } from './aggregate.ts';
import type { Dialect } from './dialect.ts';
import { type Fragment, inner, join, name, raw, sql } from './fragment.ts';
import type { Scope } from './scope.ts';

/** Columns of the result, and the change columns that are calculated from them. */
type MeasureColumns = { columns: Fragment[]; changes: Fragment[] };

type MeasureInput = { query: Query; valued: FormulaValue[]; isCompared: boolean };

export function measureColumnsOf(scope: Scope, { query, valued, isCompared }: MeasureInput): MeasureColumns {
  const sides = isCompared ? (['value', 'base'] as const) : (['value'] as const);
  const columns = query.measures.flatMap((measure, index) =>
    sides.map((side) => {
      const prefix = side === 'value' ? 'a' : 'b';
      const value = measureColumn(scope, { query, measure, valued: valued[index]!, prefix });
      return sql`${value} as ${name(nameOfPart(measure.id, side))}`;
    }),
  );
  const changes = isCompared
    ? query.measures.flatMap((measure, index) => changesOf(scope, measure, valued[index]!))
    : [];
  return { columns, changes };
}

type MeasureCell = { query: Query; measure: Measure; valued: FormulaValue; prefix: string };

function measureColumn(scope: Scope, { query, measure, valued, prefix }: MeasureCell): Fragment {
  const value = cleanOf(scope, valued, prefix);
  if (measure.show === 'value') return value;
  if (!isNumeric(valued)) throw new Problem('formula_not_number');
  const { dialect } = scope;
  if (measure.show === 'share') return sql`${dialect.asNumber(value)} / nullif(sum(${value}) over (), 0)`;
  const over = sql`over (${windowOf(scope, query)} rows between unbounded preceding and current row)`;
  if (valued.type === 'integer') return sql`sum(${value}) ${over}`;
  return dialect.rounded(sql`${dialect.sum(value)} ${over}`, sql`sum(abs(${value})) ${over}`);
}

// Along time or bins if there are any, else along the first dimension; partitioned by the others.
function windowOf({ dialect }: Scope, { dimensions, top }: Query): Fragment {
  const along = Math.max(
    0,
    dimensions.findIndex(({ kind }) => kind !== 'value'),
  );
  const hasRest = top.kind === 'most' && top.others === 'rest';
  const isTop = hasRest && dimensions[along]?.id === top.dimension;
  const others = dimensions.flatMap((_, index) => (index === along ? [] : [inner(`d${index + 1}`)]));
  if (hasRest && !isTop) others.push(inner('rest'));
  const order = dimensions.length > 0 ? [dialect.order(inner(`d${along + 1}`), 'ascending')] : [raw('1')];
  if (isTop) order.unshift(inner('rest'));
  const partition = others.length > 0 ? [sql`partition by ${join(others, ', ')}`] : [];
  return join([...partition, sql`order by ${join(order, ', ')}`], ' ');
}

function changesOf({ dialect }: Scope, { id, show }: Measure, valued: FormulaValue): Fragment[] {
  const named = (part: 'difference' | 'percent') => name(nameOfPart(id, part));
  const none = dialect.asNumber(raw('null'));
  if (!isNumeric(valued)) return [sql`${none} as ${named('difference')}`, sql`${none} as ${named('percent')}`];
  const isWhole = valued.type === 'integer' && show !== 'share';
  const sides = { value: name(id), base: name(nameOfPart(id, 'base')), isWhole };
  return [
    sql`${differenceOf(dialect, sides)} as ${named('difference')}`,
    sql`${percentOf(dialect, sides)} as ${named('percent')}`,
  ];
}

/** A number in both windows. */
export type WindowValues = { value: Fragment; base: Fragment; isWhole: boolean };

/** The difference of two large, almost equal numbers is mostly noise, so the larger one determines the digits. */
export function differenceOf({ rounded }: Dialect, { value, base, isWhole }: WindowValues): Fragment {
  const difference = sql`(${value} - ${base})`;
  return isWhole ? difference : rounded(difference, sql`greatest(abs(${value}), abs(${base}))`);
}

export const percentOf = (dialect: Dialect, sides: WindowValues): Fragment =>
  sql`${dialect.asNumber(differenceOf(dialect, sides))} / nullif(abs(${sides.base}), 0)`;
