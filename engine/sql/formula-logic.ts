import { numberOf } from './formula-numbers.ts';
import type { CompileCall, FormulaCall, FormulaPart } from './formula-part.ts';
import { dayOf } from './formula-times.ts';
import { type Fragment, join, raw, sql } from './fragment.ts';
import { boundsOfAny } from './number-bounds.ts';
import type { Scope } from './scope.ts';

/** Alternatives as values of one type, with the bounds of any of them. */
function alternativesOf({ scope, type }: FormulaCall, parts: FormulaPart[]) {
  const values = parts.map((part) => (type === 'number' ? numberOf(scope, part) : part));
  return { values: values.map((value) => value.sql), bounds: boundsOfAny(values.map(({ bounds }) => bounds)) };
}

const whenOf = (condition: Fragment, value: Fragment) => sql`when ${condition} then ${value}`;

/** Alternating conditions and values, optionally followed by a default. */
function caseOf(call: FormulaCall, pairs: FormulaPart[], conditionOf: (key: FormulaPart) => Fragment) {
  const isValue = (index: number) => index % 2 === 1 || index === pairs.length - 1;
  const keys = pairs.filter((_, index) => !isValue(index));
  const { values, bounds } = alternativesOf(
    call,
    pairs.filter((_, index) => isValue(index)),
  );
  const cases = keys.map((key, index) => whenOf(conditionOf(key), values[index]!));
  const otherwise = values.length > keys.length ? sql` else ${values.at(-1)!}` : raw('');
  return { sql: sql`case ${join(cases, ' ')}${otherwise} end`, bounds };
}

const compileCases: CompileCall = (call) => caseOf(call, call.parts, (condition) => condition.sql);

const compileLookup: CompileCall = (call) => {
  const [subject, ...pairs] = call.parts as [FormulaPart, ...FormulaPart[]];
  return caseOf(call, pairs, (key) => compare(call.scope, '=', [subject, key]));
};

/** Texts are compared by their characters, a time and a date by days. */
function compare(scope: Scope, sign: string, pair: [FormulaPart, FormulaPart]): Fragment {
  const [left, right] = pair.map((part) => comparedOf(scope, part, pair)) as [Fragment, Fragment];
  return sql`(${left} ${raw(sign)} ${right})`;
}

function comparedOf(scope: Scope, part: FormulaPart, pair: FormulaPart[]): Fragment {
  if (part.type === 'text') return scope.dialect.exactText(part.sql);
  if (pair.every(({ type }) => type === part.type)) return part.sql;
  return part.type === 'time' || part.type === 'date' ? dayOf(scope, part) : numberOf(scope, part).sql;
}

const comparison =
  (sign: string): CompileCall =>
  ({ scope, parts }) => ({ sql: compare(scope, sign, parts as [FormulaPart, FormulaPart]) });

const connective =
  (word: 'and' | 'or'): CompileCall =>
  ({ parts }) => ({ sql: sql`(${parts[0]!.sql} ${raw(word)} ${parts[1]!.sql})` });

const compileCoalesce: CompileCall = (call) => {
  const { values, bounds } = alternativesOf(call, call.parts);
  return { sql: sql`coalesce(${join(values, ', ')})`, bounds };
};

/** Databases differ in whether their own functions ignore nulls. */
const compileExtreme =
  (sign: '<=' | '>='): CompileCall =>
  (call) => {
    const { values, bounds } = alternativesOf(call, call.parts);
    const cases = values.map((value, index) => {
      const others = values.filter((_, other) => other !== index).map((other) => sql`${value} ${raw(sign)} ${other}`);
      return whenOf(join(others, ' and '), value);
    });
    return { sql: sql`case ${join(cases, ' ')} end`, bounds };
  };

export const logicCalls: Record<string, CompileCall> = {
  if: compileCases,
  case: compileCases,
  lookup: compileLookup,
  coalesce: compileCoalesce,
  least: compileExtreme('<='),
  greatest: compileExtreme('>='),
  isempty: ({ parts }) => ({ sql: sql`(${parts[0]!.sql} is null)` }),
  equal: comparison('='),
  not_equal: comparison('<>'),
  less: comparison('<'),
  at_most: comparison('<='),
  greater: comparison('>'),
  at_least: comparison('>='),
  and: connective('and'),
  or: connective('or'),
  not: ({ parts }) => ({ sql: sql`(not ${parts[0]!.sql})` }),
};
