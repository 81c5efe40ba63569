import type { ErrorCode, ErrorParams } from '#contract/errors.ts';

/** A common mistake in SQL of ClickHouse and its error code. */
type WarehouseMistake = { code: ErrorCode } & Pick<ErrorParams, 'value' | 'column'>;

type MessageRule = [pattern: RegExp, code: ErrorCode];

// The groups of each pattern are the parameters `value` and `column`.
const rules: MessageRule[] = [
  [/^Unknown expression identifier `(.+?)`.* Maybe you meant: \['([^']+)'/s, 'sql_column_misspelt'],
  [
    /^Unknown (?:expression |expression or (?:function|table expression) )?identifier [`'](.+?)[`']/s,
    'sql_column_unknown',
  ],
  // Unknown columns left of IN, which the server also looks for among databases and tables.
  [/^Database (.+?) does not exist/s, 'sql_column_unknown'],
  [/^Expected identifier '(.+?)' to contain 1 or 2 parts/s, 'sql_column_unknown'],
  [/^The first argument of function '\w+' is a table expression '(.+?)'/s, 'sql_column_unknown'],
  [/^Identifier '(.+?)' cannot be resolved .* Maybe you meant: \['([^']+)'/s, 'sql_column_misspelt'],
  [/^Identifier '(.+?)' cannot be resolved/s, 'sql_column_unknown'],
  [/^(?:JOIN .*)?ambiguous identifier '(.+?)'/is, 'sql_column_ambiguous'],
  [/^Function with name `(.+?)` does not exist.* Maybe you meant: \['([^']+)'/s, 'sql_function_misspelt'],
  [/^Function with name `(.+?)` does not exist/s, 'sql_function_refused'],
  [/^Column '(.+?)' is not under aggregate function/s, 'sql_group_missing'],
  [/^Aggregate function .* is found inside another aggregate/s, 'sql_aggregate_nested'],
  [/^Aggregate function .* is found in (?:PRE)?WHERE/s, 'sql_aggregate_in_where'],
  [/^Window function .* is found in (?:PRE)?WHERE/s, 'sql_window_in_where'],
  [/^Division by zero/, 'sql_divides_by_zero'],
  [/^Decimal (?:convert|math) overflow/, 'sql_overflow'],
  [/^Scalar subquery returned more than one row/, 'sql_subquery_rows'],
  [/different number of columns/i, 'sql_union_columns'],
  [/^There is no supertype for types (\S+), (\S+) because/, 'sql_types_mixed'],
  [/^Cannot parse (?:string|text) '(.{0,200}?)' as (\w+)/s, 'sql_value_misfit'],
];

/** The common mistake that a message of the server is about, if any. */
export function mistakeOf(message: string): WarehouseMistake | undefined {
  const types = /^Illegal types? (.+?) of arguments? (?:\(.*?\) )?of function (\w+)/s.exec(message);
  if (types) return { code: 'sql_argument_types', value: types[2]!, column: types[1]! };
  for (const [pattern, code] of rules) {
    const match = pattern.exec(message);
    if (match) return { code, ...(match[1] && { value: match[1] }), ...(match[2] && { column: match[2] }) };
  }
  return undefined;
}
