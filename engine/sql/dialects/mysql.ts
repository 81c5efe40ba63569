import type { DateUnit, Dialect } from '../dialect.ts';
import { type Fragment, raw, sql } from '../fragment.ts';
import { quoteText } from '../quote.ts';
import { mysqlFunctions } from './mysql-functions.ts';
import { castTo, decimalsOf, questionPlaceholders, standardFunctions } from './standard.ts';

const truncated: Record<DateUnit, (day: Fragment) => Fragment> = {
  day: (day) => day,
  week: (day) => sql`date_sub(${day}, interval weekday(${day}) day)`,
  month: (day) => sql`date_sub(${day}, interval dayofmonth(${day}) - 1 day)`,
  quarter: (day) => sql`(makedate(year(${day}), 1) + interval quarter(${day}) - 1 quarter)`,
  year: (day) => sql`makedate(year(${day}), 1)`,
};

const placeholders = questionPlaceholders({ integer: 'signed', number: 'double', date: 'date' });

// No collation that MySQL and MariaDB share tells trailing spaces apart. UTF-8 has the order of its characters.
const asBytes = (text: Fragment) => castTo(sql`convert(${text} using utf8mb4)`, 'binary');

// The name UTC is unknown without time zone tables.
const zoneOf = (zone: string) => raw(quoteText(zone === 'UTC' ? '+00:00' : zone));

/** MySQL 8 and MariaDB with their time zone tables loaded, in a session whose zone is UTC. */
export const mysql: Dialect = {
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  // Instants are in UTC; MySQL does not parse their Z.
  placeholder: (number, type) =>
    type === 'time' ? "cast(trim(trailing 'Z' from ?) as datetime(6))" : placeholders(number, type),
  asNumber: (value) => castTo(value, 'double'),
  asText: (value) => castTo(value, 'char'),
  ...standardFunctions,
  exactText: asBytes,
  indexedText: (text) => text,
  // It has no compensated sum of doubles; decimals have 30 decimal places.
  sum: (value) => sql`sum(${castTo(value, 'decimal(65, 20)')})`,
  isSumExact: true,
  rounded: (value, size) =>
    castTo(sql`coalesce(round(${value}, ${castTo(decimalsOf(size), 'signed')}), ${value})`, 'double'),
  localTimes: {
    momentOf: (stored, zone) => sql`convert_tz(${stored}, ${zoneOf(zone)}, '+00:00')`,
    parse: (text) => castTo(text, 'datetime(6)'),
  },
  local: (moment, zone) => sql`convert_tz(${moment}, '+00:00', ${zoneOf(zone)})`,
  truncate: (local, unit) => truncated[unit](sql`date(${local})`),
  datePart: (local, part) => (part === 'weekday' ? sql`weekday(${local}) + 1` : sql`${raw(part)}(${local})`),
  truncateMoment: (moment, unit, zone) => {
    const toMinute = sql`date_sub(${moment}, interval second(${moment}) * 1000000 + microsecond(${moment}) microsecond)`;
    if (unit === 'minute') return toMinute;
    return sql`date_sub(${toMinute}, interval minute(convert_tz(${moment}, '+00:00', ${zoneOf(zone)})) minute)`;
  },
  addDays: (date, count) => sql`date_add(${date}, interval ${count} day)`,
  addMonths: (date, count) => sql`date_add(${date}, interval ${count} month)`,
  addSeconds: (moment, count) => sql`date_add(${moment}, interval ${count} second)`,
  matches: (operator, text, part) => {
    const [bytes, partBytes] = [asBytes(text), asBytes(part)];
    if (operator === 'contains') return sql`(locate(${partBytes}, ${bytes}) > 0)`;
    return sql`(${raw(operator === 'starts' ? 'left' : 'right')}(${bytes}, length(${partBytes})) = ${partBytes})`;
  },
  percentile: null,
  bands: null,
  isSame: (one, other) => sql`${one} <=> ${other}`,
  order: (value, direction) => sql`${value} is null, ${value} ${raw(direction === 'ascending' ? 'asc' : 'desc')}`,
  slots: null,
  functions: mysqlFunctions,
};
