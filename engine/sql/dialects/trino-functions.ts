import { raw, sql } from '../fragment.ts';
import type { FunctionDialect } from '../function-dialect.ts';
import { quoteText } from '../quote.ts';
import { countOf, standardFormulaFunctions } from './standard-functions.ts';

export const trinoFunctions: FunctionDialect = {
  ...standardFormulaFunctions,
  right: (text, count) => sql`reverse(substr(reverse(${text}), 1, ${countOf(count)}))`,
  matchesPattern: (text, pattern) => sql`regexp_like(${text}, ${raw(quoteText(pattern))})`,
  daysBetween: (from, to) => sql`date_diff('day', ${from}, ${to})`,
  secondsBetween: (from, to) => sql`(date_diff('millisecond', ${from}, ${to}) / 1e3)`,
};
