import { Problem } from '#contract/errors.ts';
import type { Column, Comparison, Filter, Scalar } from '#contract/query.ts';
import { day, midnightOf, wallOf } from '#contract/calendar.ts';
import { datePartOf } from './dimension.ts';
import { bind, type Fragment, indent, join, raw, sql } from './fragment.ts';
import { bindDay, bindMoment, cellOf, columnOf, rowsOf, type Scope, timeColumnOf } from './scope.ts';
import { nested, select } from './select.ts';
import { type Window, windowOf, windowOfDay } from '#contract/span.ts';

const signs: Record<Exclude<Comparison, 'not_equals'>, string> = {
  equals: '=',
  less: '<',
  at_most: '<=',
  greater: '>',
  at_least: '>=',
};

/** The condition as SQL. For an empty cell it may be null, which filters as false does. */
export function conditionOf(scope: Scope, filter: Filter): Fragment {
  switch (filter.op) {
    case 'all':
      return together(scope, filter.filters, { between: ' and ', empty: '1 = 1' });
    case 'any':
      return together(scope, filter.filters, { between: ' or ', empty: '1 = 0' });
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
  if (isMatching(filter)) return matching(scope, filter.op, { column, value: filter.value });
  return compared(scope, filter.op as keyof typeof signs, { column, value: filter.value });
}

/** By way of the distinct slots where moments have such: there are far fewer of them than rows. */
function partCondition(scope: Scope, filter: Extract<Filter, { op: 'date_part' }>): Fragment {
  if (filter.numbers.length === 0) return raw('1 = 0');
  const numbers = join(
    filter.numbers.map((number) => bind(number, 'integer')),
    ', ',
  );
  const { key, convert } = datePartOf({ ...scope, recent: null }, filter);
  if (!convert) return sql`${key} in (${numbers})`;
  const slots = select({ columns: [sql`distinct ${key} as slot`], from: rowsOf(scope) });
  const chosen = select({
    columns: [raw('slot')],
    from: nested(slots, 'distinct_slots'),
    where: [sql`${convert(raw('slot'))} in (${numbers})`],
  });
  return sql`${key} in (\n  ${indent(chosen)}\n)`;
}

const isMatching = (filter: Filter): filter is Filter & { op: 'contains' | 'starts' | 'ends'; value: string } =>
  filter.op === 'contains' || filter.op === 'starts' || filter.op === 'ends';

// An empty cell makes a condition null, and the opposite of null is null.
const not = (condition: Fragment) => sql`not coalesce(${condition}, false)`;

function together(scope: Scope, filters: Filter[], { between, empty }: { between: string; empty: string }): Fragment {
  if (filters.length === 0) return raw(empty);
  return sql`(${join(
    filters.map((filter) => conditionOf(scope, filter)),
    between,
  )})`;
}

function matching(
  scope: Scope,
  how: 'contains' | 'starts' | 'ends',
  { column, value }: { column: Column; value: string },
): Fragment {
  const isText = column.type === 'text' || column.type === 'json';
  const cell = cellOf(scope, column);
  return scope.dialect.matches(
    how,
    sql`lower(${isText ? cell : scope.dialect.asText(cell)})`,
    bind(value.toLowerCase(), 'text'),
  );
}

// Each moment or day is a condition of its own, which engines are slow at; other values are looked up.
const mostMoments = 1000;

function memberOf(scope: Scope, column: Column, values: Scalar[]): Fragment {
  const known = values.filter((value) => value !== null);
  const cell = cellOf(scope, column);
  const either = values.includes(null) ? [sql`${cell} is null`] : [];
  if (column.type === 'time' && known.length > mostMoments) {
    throw new Problem('too_many_days', { limit: String(mostMoments) });
  }
  if (column.type === 'time') either.push(...known.map((value) => compared(scope, 'equals', { column, value })));
  else if (known.length > 0)
    either.push(
      sql`${cell} in (${join(
        known.map((value) => bound(column, value)),
        ', ',
      )})`,
    );
  return either.length === 0 ? raw('1 = 0') : sql`(${join(either, ' or ')})`;
}

function betweenOf(
  scope: Scope,
  column: Column,
  { from, to }: { from: string | number; to: string | number },
): Fragment {
  const above = compared(scope, 'at_least', { column, value: from });
  return sql`(${above} and ${compared(scope, 'at_most', { column, value: to })})`;
}

type Operand = { column: Column; value: NonNullable<Scalar> };

function compared(scope: Scope, op: keyof typeof signs, { column, value }: Operand): Fragment {
  const cell = cellOf(scope, column);
  if (column.type === 'time' && isDay(value)) return comparedDay(cell, op, windowOfDay(value, scope.clock.zone));
  return sql`${cell} ${raw(signs[op])} ${bound(column, value)}`;
}

/** A moment compared with a whole day. */
function comparedDay(cell: Fragment, op: keyof typeof signs, { from, to }: Window): Fragment {
  const [start, end] = [bindMoment(from), bindMoment(to)];
  if (op === 'equals') return sql`(${cell} >= ${start} and ${cell} < ${end})`;
  if (op === 'less') return sql`${cell} < ${start}`;
  if (op === 'at_least') return sql`${cell} >= ${start}`;
  return op === 'greater' ? sql`${cell} >= ${end}` : sql`${cell} < ${end}`;
}

/** The rows of a window, from its start until just before its end. */
export function duringOf(scope: Scope, column: Column, { from, to }: Window): Fragment {
  const cell = cellOf(scope, column);
  if (column.type === 'time') return sql`(${cell} >= ${bindMoment(from)} and ${cell} < ${bindMoment(to)})`;
  const [first, end] = [wallOf(from, scope.clock.zone), wallOf(to, scope.clock.zone)];
  // A day has no hours: one that has begun belongs to the window.
  const next = end === midnightOf(end) ? end : midnightOf(end) + day;
  return sql`(${cell} >= ${bindDay(first)} and ${cell} < ${bindDay(next)})`;
}

const isDay = (value: Scalar): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isMoment = (value: Scalar) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

function bound(column: Column, value: NonNullable<Scalar>): Fragment {
  if (!isFit(column, value)) throw new Problem('value_misfit', { column: column.name, value: String(value) });
  if (typeof value === 'number') return bind(value, Number.isSafeInteger(value) ? 'integer' : 'number');
  if (column.type === 'time') return bind(inUtc(String(value)), 'time');
  return bind(value, column.type === 'json' ? 'text' : column.type);
}

// JavaScript would round what is finer than a millisecond; engines read that themselves.
const inUtc = (moment: string) => (/\.\d{4}/.test(moment) ? moment : new Date(moment).toISOString());

function isFit({ type }: Column, value: NonNullable<Scalar>): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'date') return isDay(value);
  return type === 'time' ? isMoment(value) : typeof value === 'string';
}
