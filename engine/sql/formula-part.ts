import type { Expression } from '#domain/query/expression.ts';
import type { FormulaType } from '#domain/formula/type-rules.ts';
import type { Scalar } from '#domain/query/query.ts';
import type { Dialect } from './dialect.ts';
import { bind, type Fragment, raw } from './fragment.ts';
import type { NumberBounds } from './number-bounds.ts';
import type { Scope } from './scope.ts';

/** A compiled part of a formula. `bounds` are those of a number or an integer. */
export type FormulaPart = { sql: Fragment; type: FormulaType; bounds: NumberBounds; expression: Expression };

/** A call to compile. `type` is that of its result. */
export type FormulaCall = { scope: Scope; type: FormulaType; parts: FormulaPart[] };

/** The result of a call; without bounds they are those of an integer, or do not matter. */
type CompiledCall = { sql: Fragment; bounds?: NumberBounds };
export type CompileCall = (call: FormulaCall) => CompiledCall;

/** The value of an argument that is written in the formula. */
export function literalOf({ expression }: FormulaPart): NonNullable<Scalar> {
  if (expression.kind !== 'value') throw new Error('the argument is not a literal');
  return expression.value;
}

/** A number that the compiler writes, as a floating-point literal in every dialect. */
export const constant = (value: number): Fragment => raw(value.toExponential());

/** A number that a person wrote. A large one is bound as text: drivers bind whole numbers as integers. */
export const bindNumber = (dialect: Dialect, value: number): Fragment =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER ? bind(value, 'number') : dialect.asNumber(bind(String(value), 'text'));
