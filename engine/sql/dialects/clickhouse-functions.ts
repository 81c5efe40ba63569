import { join, raw, sql } from '../fragment.ts';
import type { FunctionDialect } from '../function-dialect.ts';
import { quoteText } from '../quote.ts';
import { countOf } from './standard-functions.ts';
import { castTo } from './standard.ts';

// Without a nullable type, functions would return zero or an empty text for a cell without a value.
export const clickhouseFunctions: FunctionDialect = {
  asInteger: (value) => castTo(value, 'Nullable(Int64)'),
  asCount: (value) => castTo(value, 'Nullable(Int32)'),
  asCondition: (condition) => castTo(condition, 'Nullable(Bool)'),
  asPlainText: (cell) => castTo(cell, 'Nullable(String)'),
  // The type DateTime ends in 2106.
  asInstant: (cell) => sql`toDateTime64(${cell}, 6, 'UTC')`,
  parseNumber: (text) => sql`toFloat64OrNull(${text})`,
  lower: (text) => sql`lowerUTF8(${text})`,
  upper: (text) => sql`upperUTF8(${text})`,
  length: (text) => sql`lengthUTF8(${text})`,
  concat: (texts) => sql`concat(${join(texts, ', ')})`,
  substring: (text, start, count) => sql`substringUTF8(${text}, ${countOf(start)}, ${countOf(count)})`,
  right: (text, count) => sql`rightUTF8(${text}, ${countOf(count)})`,
  replace: (text, part, replacement) => sql`replaceAll(${text}, ${part}, ${replacement})`,
  // Arrays cannot be null.
  split: (text, separator, number) => {
    const parts = sql`splitByString(${separator}, assumeNotNull(coalesce(${text}, '')))`;
    return sql`${parts}[${countOf(number)}]`;
  },
  matchesPattern: (text, pattern) => sql`match(${text}, ${raw(quoteText(pattern))})`,
  daysBetween: (from, to) => sql`dateDiff('day', ${from}, ${to})`,
  secondsBetween: (from, to) => sql`((toUnixTimestamp64Micro(${to}) - toUnixTimestamp64Micro(${from})) / 1e6)`,
};
