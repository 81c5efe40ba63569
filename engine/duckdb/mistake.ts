import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { nearestOf } from '#contract/nearest.ts';

/** What the engine says of a mistake; `candidates` are what it offers instead. */
export type Complaint = { message: string; candidates?: string };

/** A mistake in SQL that people make often, for a sentence of our own. */
type Mistake = { code: ErrorCode } & Pick<ErrorParams, 'value' | 'column'>;

type Rule = [said: RegExp, tell: (found: string[], complaint: Complaint) => Mistake | undefined];

const plainly =
  (code: ErrorCode) =>
  ([value, column]: string[]): Mistake => ({ code, ...(value && { value }), ...(column && { column }) });

// The engine's names of types on the inside, as SQL writes them.
const written: Record<string, string> = {
  INT8: 'TINYINT',
  INT16: 'SMALLINT',
  INT32: 'INTEGER',
  INT64: 'BIGINT',
  INT128: 'HUGEINT',
  BOOL: 'BOOLEAN',
  INTEGER_LITERAL: 'INTEGER',
  STRING_LITERAL: 'VARCHAR',
};
const typeOf = (name: string) => written[name] ?? name;

const operators: Record<string, string> = { '~~': 'LIKE', '!~~': 'NOT LIKE', '~~*': 'ILIKE', '!~~*': 'NOT ILIKE' };

const splitTypes = (text: string) => (text.trim() === '' ? [] : text.split(/,\s*(?![^(]*\))/));

/** The name, the types and the brackets of "sum(VARCHAR)". */
function partsOf(call: string): { name: string; types: string[] } | undefined {
  const [, name, types] = /^(.+?)\((.*)\)$/s.exec(call) ?? [];
  return name === undefined ? undefined : { name, types: splitTypes(types!).map(typeOf) };
}

/** How a function wants to be called: "upper(VARCHAR)" of "upper(VARCHAR) -> VARCHAR", each once. */
const callsIn = (message: string) => [
  ...new Set([...message.matchAll(/^\t(.+?\)) -> /gm)].map(([, candidate]) => candidate!)),
];

function misfitOf(call: string, { message }: Complaint): Mistake | undefined {
  const parts = partsOf(call);
  if (!parts) return undefined;
  const { name, types } = parts;
  if (!/^\w/.test(name))
    return { code: 'sql_operator_types', value: operators[name] ?? name, column: types.join(', ') };
  const calls = callsIn(message);
  const takesAsMany = calls.some((each) => /\.\.\./.test(each) || partsOf(each)?.types.length === types.length);
  if (calls.length === 0 || takesAsMany) {
    return types.length === 0 ? undefined : { code: 'sql_argument_types', value: name, column: types.join(', ') };
  }
  return { code: 'sql_argument_count', value: name, column: calls.slice(0, 3).join(', ') };
}

function unknownColumn(name: string, { candidates }: Complaint): Mistake {
  const column = nearestOf(name, candidates?.split(',') ?? []);
  return column === undefined
    ? { code: 'sql_column_unknown', value: name }
    : { code: 'sql_column_misspelt', value: name, column };
}

const nameTables = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name!).join(', ');

const rules: Rule[] = [
  [/^syntax error at end of input/, plainly('sql_unfinished')],
  [/^syntax error at or near "(.{1,200})"/s, plainly('sql_syntax')],
  [/^unterminated quoted \w+ at or near "(.{1,60}).*"$/s, plainly('sql_unclosed')],
  [/^SELECT clause without selection list/, plainly('sql_selects_nothing')],
  [/^Referenced column "(.+?)" was not found because the FROM clause is missing/, plainly('sql_from_missing')],
  [/^Referenced column "(.+?)" not found/, ([name], complaint) => unknownColumn(name!, complaint)],
  [
    /^Values list "(.+?)" does not have a column named "(.+)"/,
    ([table, name]) => unknownColumn(`${table}.${name}`, { message: '' }),
  ],
  [/^Column "(.+?)" (?:in \w+ list not found|does not exist on)/, plainly('sql_column_unknown')],
  [
    /^Referenced table "(.+?)" not found!\nCandidate tables: (.+)/,
    ([value, tables]) => ({ code: 'sql_table_absent', value: value!, column: nameTables(tables!) }),
  ],
  [
    /^Ambiguous reference to column name "(.+?)" \(use: (.+)\)/,
    ([value, names]) => ({ code: 'sql_column_ambiguous', value: value!, column: nameTables(names!) }),
  ],
  [/^column "?(.+?)"? must appear in the GROUP BY clause/, plainly('sql_group_missing')],
  [
    /^No function matches the given name and argument types '(.+?)'\. /s,
    ([call], complaint) => misfitOf(call!, complaint),
  ],
  [
    /^Could not choose a best candidate function for the function call "(.+?)"\. /s,
    ([call], complaint) => misfitOf(call!, complaint),
  ],
  [/^Cannot (?:mix|compare) values of type (.+?) and (?:type )?(.+?)(?: in | - )/, plainly('sql_types_mixed')],
  [
    /^Could not convert string '(.{0,200}?)' to (\w+)/s,
    ([value, type]) => ({ code: 'sql_value_misfit', value: `'${value}'`, column: typeOf(type!) }),
  ],
  [
    /^(?:invalid )?(date|timestamp|time)\w* field (?:format|value out of range): "(.{0,200}?)"/,
    ([type, value]) => ({ code: 'sql_value_misfit', value: `'${value}'`, column: type!.toUpperCase() }),
  ],
  [/^Unimplemented type for cast \((.+?) -> (.+?)\)/, plainly('sql_types_apart')],
  [/division by zero|divide by zero/i, plainly('sql_divides_by_zero')],
  [/^Overflow in /, plainly('sql_overflow')],
  [/^WHERE clause cannot contain aggregates/, plainly('sql_aggregate_in_where')],
  [/^WHERE clause cannot contain window functions/, plainly('sql_window_in_where')],
  [/^aggregate function calls cannot be nested/, plainly('sql_aggregate_nested')],
  [/^Subquery returns (\d+) columns - expected 1/, plainly('sql_subquery_columns')],
  [/^More than one row returned by a subquery/, plainly('sql_subquery_rows')],
  [/^Set operations can only apply to expressions with the same number/, plainly('sql_union_columns')],
];

/** Which of the usual mistakes a complaint is about; undefined if it is none of them. */
export function mistakeOf(complaint: Complaint): Mistake | undefined {
  for (const [said, tell] of rules) {
    const found = said.exec(complaint.message);
    if (found) return tell(found.slice(1), complaint);
  }
  return undefined;
}
