import { raw, sql } from '../fragment.ts';
import type { FunctionDialect } from '../function-dialect.ts';
import { quoteText } from '../quote.ts';
import { standardFormulaFunctions } from './standard-functions.ts';
import { castTo } from './standard.ts';

export const postgresFunctions: FunctionDialect = {
  ...standardFormulaFunctions,
  // Texts of columns with different collations have none in common.
  asPlainText: (cell) => sql`(${castTo(cell, 'text')} collate "default")`,
  parseNumber: (text) => castTo(text, 'double precision'),
  matchesPattern: (text, pattern) => sql`(${text} ~ ${raw(quoteText(pattern))})`,
  daysBetween: (from, to) => sql`(${to} - ${from})`,
  secondsBetween: (from, to) => castTo(sql`extract(epoch from (${to} - ${from}))`, 'double precision'),
};
