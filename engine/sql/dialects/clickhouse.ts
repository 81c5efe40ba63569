import type { ColumnType } from '#domain/query/query.ts';
import type { DateUnit, Dialect } from '../dialect.ts';
import { raw, sql } from '../fragment.ts';
import { decimalsOf, isNotDistinct, orderNullsLast, quoteText } from './standard.ts';

const types: Record<Exclude<ColumnType, 'time'>, string> = {
  text: 'String',
  integer: 'Int64',
  number: 'Float64',
  boolean: 'Bool',
  date: 'Date32',
  json: 'String',
};
const functions = { contains: 'position', starts: 'startsWith', ends: 'endsWith' };
const parts = { hour: 'toHour', weekday: 'toDayOfWeek', month: 'toMonth' };
const starts: Record<Exclude<DateUnit, 'day'>, string> = {
  week: 'toMonday',
  month: 'toStartOfMonth',
  quarter: 'toStartOfQuarter',
  year: 'toStartOfYear',
};

export const clickhouse: Dialect = {
  quote: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  placeholder: (number, type) =>
    type === 'time' ? `parseDateTime64BestEffort({p${number}:String}, 6, 'UTC')` : `{p${number}:${types[type]}}`,
  asNumber: (value) => sql`accurateCastOrNull(${value}, 'Float64')`,
  asText: (value) => sql`toString(${value})`,
  exactText: (text) => text,
  sum: (value) => sql`sumKahan(${value})`,
  isSumExact: false,
  // Its round needs a constant number of decimals.
  rounded: (value, size) => {
    const decimals = decimalsOf(size);
    const [up, down] = [sql`pow(10, greatest(${decimals}, 0))`, sql`pow(10, greatest(-(${decimals}), 0))`];
    return sql`(coalesce(round(${value} * ${up} / ${down}) * ${down} / ${up}, ${value}) + 0)`;
  },
  // Its times are instants, whatever zone they are shown in.
  localTimes: null,
  local: (moment, zone) => sql`toTimeZone(${moment}, ${raw(quoteText(zone))})`,
  truncate: (local, unit) => (unit === 'day' ? sql`toDate32(${local})` : sql`${raw(starts[unit])}(toDate32(${local}))`),
  datePart: (local, part) => sql`${raw(parts[part])}(${local})`,
  truncateMoment: (moment, unit, zone) =>
    sql`${raw(unit === 'hour' ? 'toStartOfHour' : 'toStartOfMinute')}(toTimeZone(${moment}, ${raw(quoteText(zone))}))`,
  addDays: (date, count) => sql`addDays(${date}, ${raw(String(count))})`,
  addMonths: (date, count) => sql`addMonths(${date}, ${raw(String(count))})`,
  addSeconds: (moment, count) => sql`addSeconds(${moment}, ${raw(String(count))})`,
  matches: (how, text, part) => {
    const call = sql`${raw(functions[how])}(${text}, ${part})`;
    return how === 'contains' ? sql`(${call} > 0)` : call;
  },
  percentile: (value, fraction) => sql`quantileExactInclusive(${raw(String(fraction))})(${value})`,
  isSame: isNotDistinct,
  order: orderNullsLast,
  slots: null,
};
