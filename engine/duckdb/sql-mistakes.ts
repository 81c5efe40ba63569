import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { nearestOf } from '#domain/text/nearest-name.ts';

/** An engine's error message; `candidates` are its suggestions. */
export type EngineMessage = { message: string; candidates?: string };

/** A common mistake in SQL and its error code. */
type SqlMistake = { code: ErrorCode } & Pick<ErrorParams, 'value' | 'column'>;

type MistakeRule = [
  pattern: RegExp,
  toMistake: (groups: string[], engineMessage: EngineMessage) => SqlMistake | undefined,
];

const withCode =
  (code: ErrorCode) =>
  ([value, column]: string[]): SqlMistake => ({ code, ...(value && { value }), ...(column && { column }) });

// The engine's internal type names, as SQL writes them.
const sqlTypeNames: Record<string, string> = {
  INT8: 'TINYINT',
  INT16: 'SMALLINT',
  INT32: 'INTEGER',
  INT64: 'BIGINT',
  INT128: 'HUGEINT',
  BOOL: 'BOOLEAN',
  INTEGER_LITERAL: 'INTEGER',
  STRING_LITERAL: 'VARCHAR',
};
const typeOf = (name: string) => sqlTypeNames[name] ?? name;

const operators: Record<string, string> = { '~~': 'LIKE', '!~~': 'NOT LIKE', '~~*': 'ILIKE', '!~~*': 'NOT ILIKE' };

const splitTypes = (text: string) => (text.trim() === '' ? [] : text.split(/,\s*(?![^(]*\))/));

/** The name and argument types of "sum(VARCHAR)". */
function partsOf(call: string): { name: string; types: string[] } | undefined {
  const [, name, types] = /^(.+?)\((.*)\)$/s.exec(call) ?? [];
  return name === undefined ? undefined : { name, types: splitTypes(types!).map(typeOf) };
}

/** The distinct signatures of a function: "upper(VARCHAR)" of "upper(VARCHAR) -> VARCHAR". */
const callsIn = (message: string) => [
  ...new Set([...message.matchAll(/^\t(.+?\)) -> /gm)].map(([, candidate]) => candidate!)),
];

function argumentMistakeOf(call: string, { message }: EngineMessage): SqlMistake | undefined {
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

function unknownColumnMistake(name: string, { candidates }: EngineMessage): SqlMistake {
  const column = nearestOf(name, candidates?.split(',') ?? []);
  return column === undefined
    ? { code: 'sql_column_unknown', value: name }
    : { code: 'sql_column_misspelt', value: name, column };
}

const quotedNamesIn = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name!).join(', ');

const rules: MistakeRule[] = [
  [/^syntax error at end of input/, withCode('sql_unfinished')],
  [/^syntax error at or near "(.{1,200})"/s, withCode('sql_syntax')],
  [/^unterminated quoted \w+ at or near "(.{1,60}).*"$/s, withCode('sql_unclosed')],
  [/^SELECT clause without selection list/, withCode('sql_selects_nothing')],
  [/^Referenced column "(.+?)" was not found because the FROM clause is missing/, withCode('sql_from_missing')],
  [/^Referenced column "(.+?)" not found/, ([name], engineMessage) => unknownColumnMistake(name!, engineMessage)],
  [
    /^Values list "(.+?)" does not have a column named "(.+)"/,
    ([table, name]) => unknownColumnMistake(`${table}.${name}`, { message: '' }),
  ],
  [/^Column "(.+?)" (?:in \w+ list not found|does not exist on)/, withCode('sql_column_unknown')],
  [
    /^Referenced table "(.+?)" not found!\nCandidate tables: (.+)/,
    ([value, tables]) => ({ code: 'sql_table_absent', value: value!, column: quotedNamesIn(tables!) }),
  ],
  [
    /^Ambiguous reference to column name "(.+?)" \(use: (.+)\)/,
    ([value, names]) => ({ code: 'sql_column_ambiguous', value: value!, column: quotedNamesIn(names!) }),
  ],
  [/^column "?(.+?)"? must appear in the GROUP BY clause/, withCode('sql_group_missing')],
  [
    /^No function matches the given name and argument types '(.+?)'\. /s,
    ([call], engineMessage) => argumentMistakeOf(call!, engineMessage),
  ],
  [
    /^Could not choose a best candidate function for the function call "(.+?)"\. /s,
    ([call], engineMessage) => argumentMistakeOf(call!, engineMessage),
  ],
  [/^Cannot (?:mix|compare) values of type (.+?) and (?:type )?(.+?)(?: in | - )/, withCode('sql_types_mixed')],
  [
    /^Could not convert string '(.{0,200}?)' to (\w+)/s,
    ([value, type]) => ({ code: 'sql_value_misfit', value: `'${value}'`, column: typeOf(type!) }),
  ],
  [
    /^(?:invalid )?(date|timestamp|time)\w* field (?:format|value out of range): "(.{0,200}?)"/,
    ([type, value]) => ({ code: 'sql_value_misfit', value: `'${value}'`, column: type!.toUpperCase() }),
  ],
  [/^Unimplemented type for cast \((.+?) -> (.+?)\)/, withCode('sql_types_apart')],
  [/division by zero|divide by zero/i, withCode('sql_divides_by_zero')],
  [/^Overflow in /, withCode('sql_overflow')],
  [/^WHERE clause cannot contain aggregates/, withCode('sql_aggregate_in_where')],
  [/^WHERE clause cannot contain window functions/, withCode('sql_window_in_where')],
  [/^aggregate function calls cannot be nested/, withCode('sql_aggregate_nested')],
  [/^Subquery returns (\d+) columns - expected 1/, withCode('sql_subquery_columns')],
  [/^More than one row returned by a subquery/, withCode('sql_subquery_rows')],
  [/^Set operations can only apply to expressions with the same number/, withCode('sql_union_columns')],
];

/** The common mistake that a message is about, if any. */
export function mistakeOf(engineMessage: EngineMessage): SqlMistake | undefined {
  for (const [pattern, toMistake] of rules) {
    const match = pattern.exec(engineMessage.message);
    if (match) return toMistake(match.slice(1), engineMessage);
  }
  return undefined;
}
