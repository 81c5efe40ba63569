import { binOf, binWidthOf, edgeOf } from './dimension.ts';
import { bindNumber, type CompileCall, constant, type FormulaPart, literalOf } from './formula-part.ts';
import { type Fragment, raw, sql } from './fragment.ts';
import {
  boundsOfProduct,
  boundsOfQuotient,
  boundsOfSum,
  integerBounds,
  isUnguarded,
  isWithin,
  maxExponent,
  type NumberBounds,
  numberBounds,
} from './number-bounds.ts';
import type { Scope } from './scope.ts';

/** A floating-point number with its bounds. */
export type NumberPart = { sql: Fragment; bounds: NumberBounds };

const largest = constant(10 ** maxExponent);
const smallest = constant(10 ** -maxExponent);

/** The number, null if it is too large and zero if it is too small. */
export function guardNumber({ sql: value, bounds }: NumberPart): NumberPart {
  if (isWithin(bounds, maxExponent)) return { sql: value, bounds };
  const large = bounds.high > maxExponent ? sql`when not (abs(${value}) < ${largest}) then null ` : raw('');
  const small = bounds.low < -maxExponent ? sql`when abs(${value}) < ${smallest} then ${constant(0)} ` : raw('');
  return { sql: sql`case ${large}${small}else ${value} end`, bounds: numberBounds };
}

/** A part as a floating-point number. */
export function numberOf({ dialect }: Scope, { sql: value, type, bounds, expression }: FormulaPart): NumberPart {
  if (type !== 'integer') return { sql: value, bounds };
  if (expression.kind === 'value') return { sql: bindNumber(dialect, Number(expression.value)), bounds };
  return { sql: dialect.asNumber(value), bounds };
}

type NumberOperation = {
  bounds: (one: NumberBounds, other: NumberBounds) => NumberBounds;
  write: (one: Fragment, other: Fragment) => Fragment;
};

const addition: NumberOperation = { bounds: boundsOfSum, write: (one, other) => sql`(${one} + ${other})` };
const subtraction: NumberOperation = { bounds: boundsOfSum, write: (one, other) => sql`(${one} - ${other})` };
const multiplication: NumberOperation = { bounds: boundsOfProduct, write: (one, other) => sql`(${one} * ${other})` };
const division: NumberOperation = {
  bounds: boundsOfQuotient,
  write: (one, other) => sql`(${one} / nullif(${other}, 0))`,
};

/** An operation on numbers that are small enough for it. */
function operate({ bounds, write }: NumberOperation, one: NumberPart, other: NumberPart): NumberPart {
  const isSafe = isUnguarded(bounds(one.bounds, other.bounds));
  const [left, right] = isSafe ? [one, other] : [guardNumber(one), guardNumber(other)];
  return { sql: write(left.sql, right.sql), bounds: bounds(left.bounds, right.bounds) };
}

const arithmetic =
  (operation: NumberOperation): CompileCall =>
  ({ scope, parts }) =>
    operate(operation, numberOf(scope, parts[0]!), numberOf(scope, parts[1]!));

/** The remainder of a floored division, with the sign of the divisor. */
const compileModulo: CompileCall = ({ scope, parts }) => {
  const [one, other] = parts.map((part) => guardNumber(numberOf(scope, part))) as [NumberPart, NumberPart];
  const quotient = operate(division, one, other);
  const whole = { sql: sql`floor(${quotient.sql})`, bounds: { low: 0, high: quotient.bounds.high + 1, grain: 0 } };
  return operate(subtraction, one, operate(multiplication, other, guardNumber(whole)));
};

/** A number as an integer, null beyond those that floating-point numbers represent exactly. */
const wholeOf = (scope: Scope, value: Fragment, whole: Fragment): Fragment =>
  sql`case when abs(${value}) <= ${constant(Number.MAX_SAFE_INTEGER)} then ${scope.dialect.functions.asInteger(whole)} end`;

const compileWhole =
  (name: 'floor' | 'ceil'): CompileCall =>
  ({ scope, parts }) => {
    const value = numberOf(scope, parts[0]!);
    const whole = wholeOf(scope, value.sql, sql`${raw(name === 'ceil' ? 'ceiling' : name)}(${value.sql})`);
    return { sql: whole, bounds: integerBounds };
  };

/** Rounds halves away from zero. A number that differs from a half only by floating-point noise counts as a half. */
function roundTo(value: Fragment, places: number): Fragment {
  const scale = 10 ** places;
  const factor = constant(scale * (1 + 1e-15));
  const rounded = (size: Fragment) => sql`floor(${size} * ${factor} + ${constant(0.5)}) / ${constant(scale)}`;
  const isExact = sql`abs(${value}) >= ${constant(1e14 / scale)}`;
  return sql`case when ${isExact} then ${value} when ${value} < 0 then -(${rounded(sql`-(${value})`)}) else ${rounded(value)} end`;
}

const compileRound: CompileCall = ({ scope, parts }) => {
  const { sql: value, bounds } = numberOf(scope, parts[0]!);
  if (parts.length === 1) return { sql: wholeOf(scope, value, roundTo(value, 0)), bounds: integerBounds };
  const places = Number(literalOf(parts[1]!));
  return { sql: roundTo(value, places), bounds: { low: -places, high: Math.max(bounds.high, 0) + 1, grain: -27 } };
};

const compileAbs: CompileCall = ({ scope, parts }) => {
  const { sql: value, bounds } = numberOf(scope, parts[0]!);
  return { sql: sql`abs(${value})`, bounds };
};

const compileNegate: CompileCall = ({ scope, parts }) => {
  const { sql: value, bounds } = numberOf(scope, parts[0]!);
  return { sql: sql`(-(${value}))`, bounds };
};

const compileSqrt: CompileCall = ({ scope, parts }) => {
  const { sql: value, bounds } = numberOf(scope, parts[0]!);
  const root = sql`case when ${value} >= 0 then sqrt(${value}) end`;
  const [low, high] = [Math.floor(bounds.low / 2), Math.ceil(bounds.high / 2)];
  return { sql: root, bounds: { low, high, grain: low - 16 } };
};

const compileLogarithm =
  (name: 'ln' | 'log10'): CompileCall =>
  ({ scope, parts }) => {
    const { sql: value } = numberOf(scope, parts[0]!);
    const logarithm = sql`case when ${value} > 0 then ${raw(name)}(${value}) end`;
    return { sql: logarithm, bounds: { low: -17, high: 3, grain: -33 } };
  };

/** Null where there is no real number, and beyond the bounds. */
const compilePower: CompileCall = ({ scope, parts }) => {
  const [base, exponent] = parts.map((part) => guardNumber(numberOf(scope, part)).sql) as [Fragment, Fragment];
  const size = sql`abs(${exponent} * log10(nullif(abs(${base}), 0)))`;
  const isReal = sql`(${base} > 0 or ${exponent} = floor(${exponent}))`;
  const ofZero = sql`case when ${exponent} > 0 then ${constant(0)} when ${exponent} = 0 then ${constant(1)} end`;
  const other = sql`when ${isReal} and ${size} <= ${constant(maxExponent)} then power(${base}, ${exponent})`;
  return {
    sql: sql`case when ${base} = 0 then ${ofZero} ${other} end`,
    bounds: { ...numberBounds, high: 76, low: -76 },
  };
};

const compileBin: CompileCall = ({ scope, parts }) => {
  const width = binWidthOf(Number(literalOf(parts[1]!)));
  const { sql: value, bounds } = guardNumber(numberOf(scope, parts[0]!));
  const edge = edgeOf(binOf(value, width), width);
  return { sql: sql`(${edge})`, bounds: { low: -10, high: Math.max(bounds.high, 15) + 1, grain: -26 } };
};

const numberPattern = '^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][-+]?[0-9]{1,2})?$';

const compileToNumber: CompileCall = ({ scope, parts }) => {
  const { matchesPattern, parseNumber } = scope.dialect.functions;
  const text = sql`trim(both ' ' from ${parts[0]!.sql})`;
  const parsed = sql`case when ${matchesPattern(text, numberPattern)} then ${parseNumber(text)} end`;
  return { sql: parsed, bounds: { low: -130, high: 130, grain: -146 } };
};

export const numberCalls: Record<string, CompileCall> = {
  add: arithmetic(addition),
  subtract: arithmetic(subtraction),
  multiply: arithmetic(multiplication),
  divide: arithmetic(division),
  modulo: compileModulo,
  negate: compileNegate,
  abs: compileAbs,
  round: compileRound,
  floor: compileWhole('floor'),
  ceil: compileWhole('ceil'),
  sqrt: compileSqrt,
  power: compilePower,
  ln: compileLogarithm('ln'),
  log: compileLogarithm('log10'),
  bin: compileBin,
  tonumber: compileToNumber,
};
