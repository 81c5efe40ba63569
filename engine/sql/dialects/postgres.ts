import type { Dialect } from '../dialect.ts';
import { type Fragment, raw, sql } from '../fragment.ts';
import { quoteName, quoteText } from '../quote.ts';
import { postgresFunctions } from './postgres-functions.ts';
import {
  castTo,
  decimalsOf,
  dollarPlaceholders,
  isNotDistinct,
  orderNullsLast,
  standardFunctions,
} from './standard.ts';

// In the order of bytes, which is that of characters. Some types that are read as text, such as enums, have no collation.
const inBytes = (text: Fragment) => sql`${text} collate "C"`;

export const postgres: Dialect = {
  quote: quoteName,
  placeholder: dollarPlaceholders({
    text: 'text',
    integer: 'bigint',
    number: 'double precision',
    boolean: 'boolean',
    date: 'date',
    time: 'timestamptz',
    json: 'jsonb',
  }),
  asNumber: (value) => castTo(value, 'double precision'),
  asText: (value) => castTo(value, 'text'),
  ...standardFunctions,
  exactText: (text) => inBytes(castTo(text, 'text')),
  // Enums and other types that are read as text can only be compared as text.
  indexedText: (text) => castTo(text, 'text'),
  // Lower case depends on the collation of the column, comparing must not.
  lower: (text) => inBytes(sql`lower(${castTo(text, 'text')})`),
  // A double becomes a numeric of 15 digits.
  sum: (value) => sql`sum(${castTo(value, 'numeric')})`,
  isSumExact: true,
  rounded: (value, size) =>
    castTo(
      sql`coalesce(round(${castTo(value, 'numeric')}, ${castTo(decimalsOf(size), 'integer')}), ${value})`,
      'double precision',
    ),
  localTimes: {
    momentOf: (stored, zone) => sql`(${stored} at time zone ${raw(quoteText(zone))})`,
    parse: (text) => castTo(text, 'timestamp'),
  },
  local: (moment, zone) => sql`(${moment} at time zone ${raw(quoteText(zone))})`,
  truncate: (local, unit) =>
    castTo(unit === 'day' ? local : sql`date_trunc(${raw(quoteText(unit))}, ${local})`, 'date'),
  datePart: (local, part) =>
    castTo(sql`extract(${raw(part === 'weekday' ? 'isodow' : part)} from ${local})`, 'integer'),
  // With a zone it keeps the offset of the instant, so that a repeated hour is two hours.
  truncateMoment: (moment, unit, zone) => sql`date_trunc(${raw(quoteText(unit))}, ${moment}, ${raw(quoteText(zone))})`,
  addDays: (date, count) => sql`(${date} + ${count})`,
  addMonths: (date, count) => castTo(sql`${date} + make_interval(months => ${count})`, 'date'),
  addSeconds: (moment, count) => sql`(${moment} + make_interval(secs => ${count}))`,
  matches: (operator, text, part) => {
    if (operator === 'contains') return sql`(strpos(${text}, ${part}) > 0)`;
    if (operator === 'starts') return sql`starts_with(${text}, ${part})`;
    return sql`(right(${text}, length(${part})) = ${part})`;
  },
  percentile: (value, fraction) => sql`percentile_cont(${raw(String(fraction))}) within group (order by ${value})`,
  bands: null,
  isSame: isNotDistinct,
  order: orderNullsLast,
  slots: null,
  functions: postgresFunctions,
};
