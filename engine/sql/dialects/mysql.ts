import type { DateUnit, Dialect } from '../dialect.ts';
import { type Fragment, raw, sql } from '../fragment.ts';
import { castTo, decimalsOf, questionPlaceholders, quoteText } from './standard.ts';

const truncated: Record<DateUnit, (day: Fragment) => Fragment> = {
  day: (day) => day,
  week: (day) => sql`date_sub(${day}, interval weekday(${day}) day)`,
  month: (day) => sql`date_sub(${day}, interval dayofmonth(${day}) - 1 day)`,
  quarter: (day) => sql`(makedate(year(${day}), 1) + interval quarter(${day}) - 1 quarter)`,
  year: (day) => sql`makedate(year(${day}), 1)`,
};

const placeholders = questionPlaceholders({ integer: 'signed', number: 'double', date: 'date' });

/** MySQL 8 with its time zone tables loaded, in a session whose zone is UTC. */
export const mysql: Dialect = {
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  // Instants are in UTC; MySQL does not parse their Z.
  placeholder: (number, type) =>
    type === 'time' ? "cast(trim(trailing 'Z' from ?) as datetime(6))" : placeholders(number, type),
  asNumber: (value) => castTo(value, 'double'),
  asText: (value) => castTo(value, 'char'),
  // It has no compensated sum of doubles; decimals have 30 decimal places.
  sum: (value) => sql`sum(${castTo(value, 'decimal(65, 20)')})`,
  isSumExact: true,
  rounded: (value, size) =>
    castTo(sql`coalesce(round(${value}, ${castTo(decimalsOf(size), 'signed')}), ${value})`, 'double'),
  localTimes: {
    momentOf: (stored, zone) => sql`convert_tz(${stored}, ${raw(quoteText(zone))}, '+00:00')`,
    parse: (text) => castTo(text, 'datetime(6)'),
  },
  local: (moment, zone) => sql`convert_tz(${moment}, '+00:00', ${raw(quoteText(zone))})`,
  truncate: (local, unit) => truncated[unit](sql`date(${local})`),
  datePart: (local, part) => (part === 'weekday' ? sql`weekday(${local}) + 1` : sql`${raw(part)}(${local})`),
  truncateMoment: (moment, unit, zone) => {
    const toMinute = sql`date_sub(${moment}, interval second(${moment}) * 1000000 + microsecond(${moment}) microsecond)`;
    if (unit === 'minute') return toMinute;
    return sql`date_sub(${toMinute}, interval minute(convert_tz(${moment}, '+00:00', ${raw(quoteText(zone))})) minute)`;
  },
  addDays: (date, count) => sql`date_add(${date}, interval ${raw(String(count))} day)`,
  addMonths: (date, count) => sql`date_add(${date}, interval ${raw(String(count))} month)`,
  addSeconds: (moment, count) => sql`date_add(${moment}, interval ${raw(String(count))} second)`,
  matches: (how, text, part) => {
    if (how === 'contains') return sql`(locate(${part}, ${text}) > 0)`;
    if (how === 'starts') return sql`(left(${text}, char_length(${part})) = ${part})`;
    return sql`(right(${text}, char_length(${part})) = ${part})`;
  },
  percentile: null,
  isSame: (one, other) => sql`${one} <=> ${other}`,
  order: (value, direction) => sql`${value} is null, ${value} ${raw(direction === 'ascending' ? 'asc' : 'desc')}`,
  slots: null,
};
