import { raw, sql } from '../fragment.ts';
import type { FunctionDialect } from '../function-dialect.ts';
import { quoteText } from '../quote.ts';
import { standardFormulaFunctions } from './standard-functions.ts';

export const duckdbFunctions: FunctionDialect = {
  ...standardFormulaFunctions,
  parseNumber: (text) => sql`try_cast(${text} as double)`,
  matchesPattern: (text, pattern) => sql`regexp_matches(${text}, ${raw(quoteText(pattern))})`,
  daysBetween: (from, to) => sql`date_diff('day', ${from}, ${to})`,
  secondsBetween: (from, to) => sql`((epoch_us(${to}) - epoch_us(${from})) / 1e6)`,
};
