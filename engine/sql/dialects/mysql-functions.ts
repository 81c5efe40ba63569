import { join, raw, sql } from '../fragment.ts';
import type { FunctionDialect } from '../function-dialect.ts';
import { quoteText } from '../quote.ts';
import { countOf, standardFormulaFunctions } from './standard-functions.ts';
import { castTo } from './standard.ts';

export const mysqlFunctions: FunctionDialect = {
  ...standardFormulaFunctions,
  asInteger: (value) => castTo(value, 'signed'),
  asCount: (value) => castTo(value, 'signed'),
  asPlainText: (cell) => castTo(cell, 'char'),
  length: (text) => sql`char_length(${text})`,
  concat: (texts) => sql`concat(${join(texts, ', ')})`,
  // MariaDB returns a text that has nothing to replace, even if the replacement is null.
  replace: (text, part, replacement) =>
    sql`case when ${replacement} is not null then replace(${text}, ${part}, ${replacement}) end`,
  // With a number beyond the last part, substring_index returns the last part.
  split: (text, separator, number) => {
    const separators = sql`(char_length(${text}) - char_length(replace(${text}, ${separator}, ''))) / char_length(${separator})`;
    const part = sql`substring_index(substring_index(${text}, ${separator}, ${countOf(number)}), ${separator}, -1)`;
    return sql`case when ${separators} < ${countOf(number - 1)} then null else ${part} end`;
  },
  matchesPattern: (text, pattern) => sql`(${text} regexp ${raw(quoteText(pattern))})`,
  daysBetween: (from, to) => sql`datediff(${to}, ${from})`,
  secondsBetween: (from, to) => sql`(timestampdiff(microsecond, ${from}, ${to}) / 1e6)`,
};
