import type { CompileCall, FormulaPart } from './formula-part.ts';
import { literalOf } from './formula-part.ts';
import { type Fragment, raw, sql } from './fragment.ts';
import type { Scope } from './scope.ts';

/** A part as text. */
function textOf({ dialect }: Scope, { sql: value, type }: FormulaPart): Fragment {
  if (type === 'text') return value;
  if (type !== 'boolean') return dialect.asText(value);
  return dialect.asText(sql`case when ${value} then 'true' when not (${value}) then 'false' end`);
}

const compileConcat: CompileCall = ({ scope, parts }) => ({
  sql: scope.dialect.functions.concat(parts.map((part) => textOf(scope, part))),
});

const compileCase =
  (name: 'lower' | 'upper'): CompileCall =>
  ({ scope, parts }) => ({ sql: scope.dialect.functions[name](parts[0]!.sql) });

/** Ignores case, as filters do. */
const compileMatch =
  (operator: 'contains' | 'starts' | 'ends'): CompileCall =>
  ({ scope: { dialect }, parts }) => ({
    sql: dialect.matches(operator, dialect.lower(parts[0]!.sql), dialect.lower(parts[1]!.sql)),
  });

/** An empty part is null. */
const compileSplit: CompileCall = ({ scope, parts }) => {
  const [text, separator, number] = parts as [FormulaPart, FormulaPart, FormulaPart];
  return { sql: sql`nullif(${scope.dialect.functions.split(text.sql, separator.sql, Number(literalOf(number)))}, '')` };
};

const numbersOf = (parts: FormulaPart[]) => parts.slice(1).map((part) => Number(literalOf(part)));

export const textCalls: Record<string, CompileCall> = {
  join: compileConcat,
  concat: compileConcat,
  totext: ({ scope, parts }) => ({ sql: textOf(scope, parts[0]!) }),
  lower: compileCase('lower'),
  upper: compileCase('upper'),
  trim: ({ parts }) => ({ sql: sql`trim(both ${raw("' '")} from ${parts[0]!.sql})` }),
  left: ({ scope, parts }) => ({ sql: scope.dialect.functions.substring(parts[0]!.sql, 1, numbersOf(parts)[0]!) }),
  right: ({ scope, parts }) => ({ sql: scope.dialect.functions.right(parts[0]!.sql, numbersOf(parts)[0]!) }),
  mid: ({ scope, parts }) => {
    const [start, count] = numbersOf(parts) as [number, number];
    return { sql: scope.dialect.functions.substring(parts[0]!.sql, start, count) };
  },
  length: ({ scope, parts }) => {
    const { asInteger, length } = scope.dialect.functions;
    return { sql: asInteger(length(parts[0]!.sql)) };
  },
  contains: compileMatch('contains'),
  startswith: compileMatch('starts'),
  endswith: compileMatch('ends'),
  replace: ({ scope, parts }) => ({
    sql: scope.dialect.functions.replace(parts[0]!.sql, parts[1]!.sql, parts[2]!.sql),
  }),
  split: compileSplit,
};
