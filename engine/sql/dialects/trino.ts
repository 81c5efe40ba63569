import type { Dialect } from '../dialect.ts';
import { raw, sql } from '../fragment.ts';
import { quoteName, quoteText } from '../quote.ts';
import { trinoFunctions } from './trino-functions.ts';
import {
  castTo,
  decimalsOf,
  isNotDistinct,
  orderNullsLast,
  questionPlaceholders,
  standardFunctions,
} from './standard.ts';

const placeholders = questionPlaceholders({ integer: 'bigint', number: 'double', boolean: 'boolean', date: 'date' });

export const trino: Dialect = {
  quote: quoteName,
  placeholder: (number, type) => (type === 'time' ? 'from_iso8601_timestamp_nanos(?)' : placeholders(number, type)),
  asNumber: (value) => castTo(value, 'double'),
  asText: (value) => castTo(value, 'varchar'),
  ...standardFunctions,
  // It has no compensated sum of doubles.
  sum: (value) => sql`sum(${value})`,
  isSumExact: false,
  rounded: (value, size) => sql`(coalesce(round(${value}, try_cast(${decimalsOf(size)} as integer)), ${value}) + 0)`,
  localTimes: {
    momentOf: (stored, zone) => sql`with_timezone(${stored}, ${raw(quoteText(zone))})`,
    // A cast does not parse the T.
    parse: (text) => castTo(sql`replace(${text}, 'T', ' ')`, 'timestamp(6)'),
  },
  local: (moment, zone) => castTo(sql`${moment} at time zone ${raw(quoteText(zone))}`, 'timestamp(6)'),
  truncate: (local, unit) =>
    castTo(unit === 'day' ? local : sql`date_trunc(${raw(quoteText(unit))}, ${local})`, 'date'),
  datePart: (local, part) => sql`${raw(part === 'weekday' ? 'day_of_week' : part)}(${local})`,
  // Results contain the local time and the name of its zone, which is ambiguous when clocks are set back, except in UTC.
  truncateMoment: (moment, unit, zone) =>
    sql`(date_trunc(${raw(quoteText(unit))}, ${moment} at time zone ${raw(quoteText(zone))}) at time zone 'UTC')`,
  addDays: (date, count) => sql`date_add('day', ${count}, ${date})`,
  addMonths: (date, count) => sql`date_add('month', ${count}, ${date})`,
  addSeconds: (moment, count) => sql`date_add('second', ${count}, ${moment})`,
  matches: (operator, text, part) => {
    if (operator === 'contains') return sql`(strpos(${text}, ${part}) > 0)`;
    if (operator === 'starts') return sql`starts_with(${text}, ${part})`;
    return sql`starts_with(reverse(${text}), reverse(${part}))`;
  },
  // Trino has only an approximate one.
  percentile: null,
  bands: null,
  isSame: isNotDistinct,
  order: orderNullsLast,
  slots: null,
  functions: trinoFunctions,
};
