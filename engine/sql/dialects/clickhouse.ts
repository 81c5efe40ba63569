import type { ColumnType, Scalar } from '#domain/query/query.ts';
import type { DateUnit, Dialect } from '../dialect.ts';
import { type Fragment, raw, sql } from '../fragment.ts';
import { quoteText } from '../quote.ts';
import { clickhouseFunctions } from './clickhouse-functions.ts';
import { castTo, decimalsOf, isNotDistinct, orderNullsLast } from './standard.ts';

const types: Record<Exclude<ColumnType, 'time' | 'date'>, string> = {
  text: 'String',
  integer: 'Int64',
  number: 'Float64',
  boolean: 'Bool',
  json: 'String',
};
const functions = { contains: 'position', starts: 'startsWith', ends: 'endsWith' };
const parts = {
  hour: 'toHour',
  weekday: 'toDayOfWeek',
  day: 'toDayOfMonth',
  month: 'toMonth',
  quarter: 'toQuarter',
  year: 'toYear',
};

const monthOf = (day: Fragment) => sql`addDays(${day}, 1 - toDayOfMonth(${day}))`;

// Its own functions for starts of weeks and months return dates from 1970 to 2149 only, and makeDate32 from 1900 to 2299.
const truncated: Record<DateUnit, (day: Fragment) => Fragment> = {
  day: (day) => day,
  week: (day) => sql`addDays(${day}, 1 - toDayOfWeek(${day}))`,
  month: monthOf,
  quarter: (day) => sql`addMonths(${monthOf(day)}, -((toMonth(${day}) - 1) % 3))`,
  year: (day) => sql`addDays(${day}, 1 - toDayOfYear(${day}))`,
};

// Decimals do not mix with floats. Nullable, because an aggregate without rows would be zero.
const asNumber = (value: Fragment) => castTo(value, 'Nullable(Float64)');

function aggregated(kind: 'sum' | 'min' | 'max', value: Fragment, type: ColumnType): Fragment {
  if (type === 'number') return asNumber(value);
  // Sums of 64-bit integers overflow silently.
  return kind === 'sum' ? castTo(value, 'Nullable(Int128)') : sql`toNullable(${value})`;
}

const local = (moment: Fragment, zone: string) => sql`toDateTime64(${moment}, 6, ${raw(quoteText(zone))})`;

const quoteEscaped = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A value as SQL text, for statements whose parameters are those of a person. */
export function clickhouseLiteral(value: NonNullable<Scalar>, type: ColumnType): string {
  const text = quoteEscaped(String(value));
  if (type !== 'time' && type !== 'date') return `cast(${text} as ${types[type]})`;
  const moment = `parseDateTime64BestEffort(${text}, 6, 'UTC')`;
  return type === 'time' ? moment : `toDate32(${moment})`;
}

/** ClickHouse, whatever the settings of the account: many accounts may not change them. */
export const clickhouse: Dialect = {
  quote: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  placeholder: (number, type) => {
    if (type !== 'time' && type !== 'date') return `{p${number}:${types[type]}}`;
    const moment = `parseDateTime64BestEffort({p${number}:String}, 6, 'UTC')`;
    // A parameter of the type Date32 is from 1900 to 2299.
    return type === 'time' ? moment : `toDate32(${moment})`;
  },
  asNumber,
  asText: (value) => sql`toString(${value})`,
  exactText: (text) => text,
  indexedText: null,
  // Unless a setting says otherwise, a join fills columns that cannot be null with empty values.
  joinedCell: (cell) => sql`toNullable(${cell})`,
  asBoolean: (condition) => castTo(condition, 'Bool'),
  lower: (text) => sql`lowerUTF8(${text})`,
  aggregate: (kind, value, type) => sql`${raw(kind)}(${aggregated(kind, value, type)})`,
  // Without the condition it adds nulls where it reads parts of blocks, such as in window functions.
  sum: (value) => sql`sumKahanIf(${asNumber(value)}, ${value} is not null)`,
  isSumExact: false,
  // Its round needs a constant number of decimals. A function, because copies of the value would multiply in formulas.
  rounded: (value, size) => {
    const [up, down] = ['pow(10, greatest(d, 0))', 'pow(10, greatest(-d, 0))'];
    const rounding = raw(`(v, d) -> coalesce(round(v * ${up} / ${down}) * ${down} / ${up}, v) + 0`);
    return sql`arrayMap(${rounding}, [${asNumber(value)}], [${decimalsOf(asNumber(size))}])[1]`;
  },
  // Its times are instants, whatever zone they are shown in.
  localTimes: null,
  local,
  truncate: (local, unit) => truncated[unit](sql`toDate32(${local})`),
  datePart: (local, part) => sql`${raw(parts[part])}(${local})`,
  // Its own functions return instants from 1970 to 2106 only, and mistake half hours at clock changes.
  truncateMoment: (moment, unit, zone) => {
    const seconds = sql`toSecond(${local(moment, zone)})`;
    const since = unit === 'minute' ? seconds : sql`toMinute(${local(moment, zone)}) * 60 + ${seconds}`;
    return sql`subtractSeconds(toStartOfSecond(${local(moment, zone)}), ${since})`;
  },
  addDays: (date, count) => sql`addDays(${date}, ${count})`,
  addMonths: (date, count) => sql`addMonths(${date}, ${count})`,
  addSeconds: (moment, count) => sql`addSeconds(${moment}, ${count})`,
  matches: (operator, text, part) => {
    const call = sql`${raw(functions[operator])}(${text}, ${part})`;
    return operator === 'contains' ? sql`(${call} > 0)` : call;
  },
  percentile: (value, fraction) => sql`quantileExactInclusive(${raw(String(fraction))})(${asNumber(value)})`,
  bands: null,
  isSame: isNotDistinct,
  order: orderNullsLast,
  slots: null,
  functions: clickhouseFunctions,
};
