import { type Fragment, join, raw, sql } from '../fragment.ts';
import type { FunctionDialect } from '../function-dialect.ts';
import { castTo } from './standard.ts';

export const countOf = (count: number) => raw(String(count));

/** SQL of functions that several dialects share. */
export const standardFormulaFunctions = {
  asInteger: (value: Fragment) => castTo(value, 'bigint'),
  asCount: (value: Fragment) => castTo(value, 'integer'),
  asCondition: (condition: Fragment) => condition,
  asPlainText: (cell: Fragment) => castTo(cell, 'varchar'),
  asInstant: (cell: Fragment) => cell,
  parseNumber: (text: Fragment) => castTo(text, 'double'),
  lower: (text: Fragment) => sql`lower(${text})`,
  upper: (text: Fragment) => sql`upper(${text})`,
  length: (text: Fragment) => sql`length(${text})`,
  concat: (texts: Fragment[]) => sql`(${join(texts, ' || ')})`,
  substring: (text: Fragment, start: number, count: number) =>
    sql`substr(${text}, ${countOf(start)}, ${countOf(count)})`,
  right: (text: Fragment, count: number) => sql`right(${text}, ${countOf(count)})`,
  replace: (text: Fragment, part: Fragment, replacement: Fragment) => sql`replace(${text}, ${part}, ${replacement})`,
  split: (text: Fragment, separator: Fragment, number: number) =>
    sql`split_part(${text}, ${separator}, ${countOf(number)})`,
} satisfies Partial<FunctionDialect>;
