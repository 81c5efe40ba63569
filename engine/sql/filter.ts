import { Problem } from '#contract/errors.ts';
import type { Column, ComparisonOperator, Filter, Scalar } from '#domain/query/query.ts';
import { day, midnightOf, wallOf } from '#domain/time/calendar.ts';
import { datePartOf } from './dimension.ts';
import type { StoredColumn } from '#engine/engine.ts';
import { bind, bindDay, type Fragment, indent, inner, join, raw, sql } from './fragment.ts';
import { cellOf, columnOf, comparedTimeOf, rowsOf, type Scope, textCellOf, timeColumnOf } from './scope.ts';
import { as, nested, select } from './select.ts';
import { type TimeWindow, windowOf, windowOfDay } from '#domain/time/span.ts';

const signs: Record<Exclude<ComparisonOperator, 'not_equals'>, string> = {
  equals: '=',
  less: '<',
  at_most: '<=',
  greater: '>',
  at_least: '>=',
};

/** The condition as SQL. For an empty cell it may be null, which filters like false. */
export function conditionOf(scope: Scope, filter: Filter): Fragment {
  switch (filter.op) {
    case 'all':
      return joinConditions(scope, filter.filters, { between: ' and ', empty: '1 = 1' });
    case 'any':
      return joinConditions(scope, filter.filters, { between: ' or ', empty: '1 = 0' });
    case 'not':
      return not(conditionOf(scope, filter.filter));
    case 'not_equals':
      return not(conditionOf(scope, { ...filter, op: 'equals' }));
    case 'not_in':
      return not(conditionOf(scope, { ...filter, op: 'in' }));
    case 'not_between':
      return not(conditionOf(scope, { ...filter, op: 'between' }));
    case 'not_contains':
      return not(conditionOf(scope, { ...filter, op: 'contains' }));
    default:
      return cellCondition(scope, filter);
  }
}

function cellCondition(scope: Scope, filter: Extract<Filter, { column: string }>): Fragment {
  const column = columnOf(scope, filter.column);
  const cell = cellOf(scope, column);
  if (filter.op === 'date_part') return partCondition(scope, filter);
  if (!('value' in filter || 'values' in filter || 'from' in filter || 'span' in filter)) {
    return filter.op === 'empty' ? sql`${cell} is null` : sql`${cell} is not null`;
  }
  if ('values' in filter) return memberOf(scope, column, filter.values);
  if ('from' in filter) return betweenOf(scope, column, filter);
  if ('span' in filter) {
    return duringOf(scope, timeColumnOf(scope, filter.column), windowOf(filter.span, scope.clock));
  }
  if (isMatching(filter)) return matchText(scope, filter.op, { column, value: filter.value });
  return compareCell(scope, filter.op as keyof typeof signs, { column, value: filter.value });
}

/** Filters distinct slots where the dialect has them: there are far fewer slots than rows. */
function partCondition(scope: Scope, filter: Extract<Filter, { op: 'date_part' }>): Fragment {
  if (filter.numbers.length === 0) return raw('1 = 0');
  const numbers = join(
    filter.numbers.map((number) => bind(number, 'integer')),
    ', ',
  );
  const { key, convert } = datePartOf({ ...scope, recent: null }, filter);
  if (!convert) return sql`${key} in (${numbers})`;
  const slots = select({ columns: [as(sql`distinct ${key}`, 'slot')], from: rowsOf(scope) });
  const chosen = select({
    columns: [inner('slot')],
    from: nested(slots, 'distinct_slots'),
    where: [sql`${convert(inner('slot'))} in (${numbers})`],
  });
  return sql`${key} in (\n  ${indent(chosen)}\n)`;
}

const isMatching = (filter: Filter): filter is Filter & { op: 'contains' | 'starts' | 'ends'; value: string } =>
  filter.op === 'contains' || filter.op === 'starts' || filter.op === 'ends';

// An empty cell makes a condition null, and not null is null.
const not = (condition: Fragment) => sql`not coalesce(${condition}, false)`;

function joinConditions(
  scope: Scope,
  filters: Filter[],
  { between, empty }: { between: string; empty: string },
): Fragment {
  if (filters.length === 0) return raw(empty);
  return sql`(${join(
    filters.map((filter) => conditionOf(scope, filter)),
    between,
  )})`;
}

function matchText(
  scope: Scope,
  operator: 'contains' | 'starts' | 'ends',
  { column, value }: { column: StoredColumn; value: string },
): Fragment {
  return scope.dialect.matches(
    operator,
    scope.dialect.lower(textCellOf(scope, column)),
    bind(value.toLowerCase(), 'text'),
  );
}

// Each instant or day needs a separate condition, which is slow; other values use IN.
const maxMoments = 1000;

function memberOf(scope: Scope, column: StoredColumn, values: Scalar[]): Fragment {
  const nonNull = values.filter((value) => value !== null);
  const cell = cellOf(scope, column);
  const conditions = values.includes(null) ? [sql`${cell} is null`] : [];
  if (column.type === 'time' && nonNull.length > maxMoments) {
    throw new Problem('too_many_days', { limit: String(maxMoments) });
  }
  if (column.type === 'time')
    conditions.push(...nonNull.map((value) => compareCell(scope, 'equals', { column, value })));
  else if (nonNull.length > 0)
    conditions.push(
      equalOf(scope, column, (each) => {
        const list = nonNull.map((value) => bindValue(column, value));
        return sql`${each} in (${join(list, ', ')})`;
      }),
    );
  return conditions.length === 0 ? raw('1 = 0') : sql`(${join(conditions, ' or ')})`;
}

function betweenOf(
  scope: Scope,
  column: StoredColumn,
  { from, to }: { from: string | number; to: string | number },
): Fragment {
  const above = compareCell(scope, 'at_least', { column, value: from });
  return sql`(${above} and ${compareCell(scope, 'at_most', { column, value: to })})`;
}

type FilterOperand = { column: StoredColumn; value: NonNullable<Scalar> };

function compareCell(scope: Scope, op: keyof typeof signs, { column, value }: FilterOperand): Fragment {
  if (column.type === 'time' && isDay(value))
    return compareDay(comparedTimeOf(scope, column), op, windowOfDay(value, scope.clock.zone));
  const compare = (cell: Fragment) => sql`${cell} ${raw(signs[op])} ${bindValue(column, value)}`;
  return op === 'equals' ? equalOf(scope, column, compare) : compare(cellOf(scope, column));
}

/** An equality comparison. Where an exact one cannot use the index of a text column, one that can precedes it. */
function equalOf(scope: Scope, column: StoredColumn, compare: (cell: Fragment) => Fragment): Fragment {
  const exact = compare(cellOf(scope, column));
  const { indexedText } = scope.dialect;
  if (column.type !== 'text' || !indexedText) return exact;
  return sql`(${compare(indexedText(textCellOf(scope, column)))} and ${exact})`;
}

/** Compares an instant with a whole day. */
function compareDay(
  { cell, bindInstant }: ReturnType<typeof comparedTimeOf>,
  op: keyof typeof signs,
  { from, to }: TimeWindow,
): Fragment {
  const [start, end] = [bindInstant(from), bindInstant(to)];
  if (op === 'equals') return sql`(${cell} >= ${start} and ${cell} < ${end})`;
  if (op === 'less') return sql`${cell} < ${start}`;
  if (op === 'at_least') return sql`${cell} >= ${start}`;
  return op === 'greater' ? sql`${cell} >= ${end}` : sql`${cell} < ${end}`;
}

/** The rows of a window: start inclusive, end exclusive. */
export function duringOf(scope: Scope, column: StoredColumn, { from, to }: TimeWindow): Fragment {
  if (column.type === 'time') {
    const { cell: time, bindInstant } = comparedTimeOf(scope, column);
    return sql`(${time} >= ${bindInstant(from)} and ${time} < ${bindInstant(to)})`;
  }
  const cell = cellOf(scope, column);
  const [first, end] = [wallOf(from, scope.clock.zone), wallOf(to, scope.clock.zone)];
  // Dates have no hours: a day that has begun belongs to the window.
  const next = end === midnightOf(end) ? end : midnightOf(end) + day;
  return sql`(${cell} >= ${bindDay(first)} and ${cell} < ${bindDay(next)})`;
}

const isDay = (value: Scalar): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isMoment = (value: Scalar) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

function bindValue(column: StoredColumn, value: NonNullable<Scalar>): Fragment {
  if (!isOfType(column, value)) throw new Problem('value_misfit', { column: column.name, value: String(value) });
  if (typeof value === 'number') return bind(value, Number.isSafeInteger(value) ? 'integer' : 'number');
  if (column.type === 'time') return bind(toUtc(String(value)), 'time');
  return bind(value, column.type === 'json' ? 'text' : column.type);
}

// JavaScript would round to milliseconds; engines parse finer times themselves.
const toUtc = (moment: string) => (/\.\d{4}/.test(moment) ? moment : new Date(moment).toISOString());

function isOfType({ type }: Column, value: NonNullable<Scalar>): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'date') return isDay(value);
  return type === 'time' ? isMoment(value) : typeof value === 'string';
}
