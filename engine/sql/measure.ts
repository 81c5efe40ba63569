import { Problem } from '#contract/errors.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import { type Measure, nameOfPart, type Query } from '#domain/query/query.ts';
import { cleanOf, type FormulaValue } from './aggregate.ts';
import type { Dialect } from './dialect.ts';
import { type Fragment, inner, join, name, raw, sql } from './fragment.ts';
import type { Scope } from './scope.ts';
import type { SelectItem } from './select.ts';

type MeasureInput = { query: Query; valued: FormulaValue[]; isCompared: boolean };

/** The values of the measures, and with a comparison those of its base. */
export function measureColumnsOf(scope: Scope, { query, valued, isCompared }: MeasureInput): SelectItem[] {
  const sides = isCompared ? (['value', 'base'] as const) : (['value'] as const);
  return query.measures.flatMap((measure, index) =>
    sides.map((side) => {
      const prefix = side === 'value' ? 'a' : 'b';
      const value = measureColumn(scope, { query, measure, valued: valued[index]!, prefix });
      return { value, name: name(nameOfPart(measure.id, side)) };
    }),
  );
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

/** The change of a measure; its percentage is calculated from the column of the difference. */
type ChangeColumns = { difference: SelectItem; percent: SelectItem };

export const changeColumnsOf = ({ dialect }: Scope, { measures }: Query, valued: FormulaValue[]): ChangeColumns[] =>
  measures.map((measure, index) => changeOf(dialect, measure, valued[index]!));

function changeOf(dialect: Dialect, { id, show }: Measure, valued: FormulaValue): ChangeColumns {
  const [difference, percent] = [name(nameOfPart(id, 'difference')), name(nameOfPart(id, 'percent'))];
  if (!isNumeric(valued)) {
    const none = dialect.asNumber(raw('null'));
    return { difference: { value: none, name: difference }, percent: { value: none, name: percent } };
  }
  const isWhole = valued.type === 'integer' && show !== 'share';
  const sides = { value: name(id), base: name(nameOfPart(id, 'base')), isWhole };
  return {
    difference: { value: differenceOf(dialect, sides), name: difference },
    percent: { value: shareOf(dialect, difference, sides.base), name: percent },
  };
}

/** A number in both windows. */
export type WindowValues = { value: Fragment; base: Fragment; isWhole: boolean };

/** The difference of two large, almost equal numbers is mostly noise, so the larger one determines the digits. */
export function differenceOf({ rounded }: Dialect, { value, base, isWhole }: WindowValues): Fragment {
  const difference = sql`(${value} - ${base})`;
  return isWhole ? difference : rounded(difference, sql`greatest(abs(${value}), abs(${base}))`);
}

export const percentOf = (dialect: Dialect, sides: WindowValues): Fragment =>
  shareOf(dialect, differenceOf(dialect, sides), sides.base);

const shareOf = (dialect: Dialect, difference: Fragment, base: Fragment): Fragment =>
  sql`${dialect.asNumber(difference)} / nullif(abs(${base}), 0)`;
