import { isNumericType } from '#domain/query/column-types.ts';
import type { Expression } from '#domain/query/expression.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { ExpressionError, type FormulaErrorCode } from './expression-error.ts';

/** The type of a part of a formula. Cells of the type `json` are read as text. */
export type FormulaType = Exclude<ColumnType, 'json'>;

/** A part of a formula with its type. */
export type TypedPart = { expression: Expression; type: FormulaType };

/** A call to check, with its name in formulas and its arguments. */
export type TypedCall = { title: string; signature: string; call: Expression; parts: TypedPart[] };

/** Checks the arguments of a call and returns the type of its result. */
export type TypeRule = (call: TypedCall) => FormulaType;

/** Checks one argument; throws if it is not allowed. */
type PartRule = (part: TypedPart, title: string) => void;

const requireType =
  (code: FormulaErrorCode, ...types: FormulaType[]): PartRule =>
  ({ expression, type }, title) => {
    if (!types.includes(type)) throw new ExpressionError(code, expression, { value: title });
  };

export const aNumber = requireType('formula_needs_number', 'integer', 'number');
export const aText = requireType('formula_needs_text', 'text');
/** A value with the same text in every database, unlike numbers with fractions. */
export const aPrintable = requireType('formula_needs_text', 'text', 'integer', 'boolean', 'date');
export const aCondition = requireType('formula_needs_condition', 'boolean');
export const aDay = requireType('formula_needs_date', 'date', 'time');
export const aTime = requireType('formula_needs_time', 'time');
export const anything: PartRule = () => undefined;

/** A whole number written in the formula. */
export const aCount =
  (min: number, max: number): PartRule =>
  ({ expression }, title) => {
    const value = expression.kind === 'value' && expression.type === 'integer' ? Number(expression.value) : NaN;
    if (value >= min && value <= max) return;
    const params = { value: title, min: String(min), max: String(max) };
    throw new ExpressionError('formula_needs_whole_number', expression, params);
  };

/** A positive number written in the formula. */
export const aWidth: PartRule = ({ expression }, title) => {
  const value = expression.kind === 'value' && typeof expression.value === 'number' ? expression.value : 0;
  if (value < 1e-9 || value > 1e15) throw new ExpressionError('formula_needs_width', expression, { value: title });
};

/** A text written in the formula that is not empty. */
export const aQuotedText: PartRule = ({ expression }, title) => {
  const isText = expression.kind === 'value' && expression.type === 'text' && expression.value !== '';
  if (!isText) throw new ExpressionError('formula_needs_quoted_text', expression, { value: title });
};

/** The name of a unit, written in the formula. */
export const aUnit =
  (units: readonly string[]): PartRule =>
  ({ expression }, title) => {
    if (expression.kind === 'value' && units.includes(String(expression.value))) return;
    throw new ExpressionError('formula_needs_unit', expression, { value: title, units: units.join(', ') });
  };

export function requireCount(
  { title, signature, call, parts }: TypedCall,
  isAllowed: (count: number) => boolean,
): void {
  if (!isAllowed(parts.length)) throw new ExpressionError('formula_arguments', call, { value: title, signature });
}

/** Rule of a function with these arguments; those from the index `optional` on may be omitted. */
export const takes =
  (rules: PartRule[], result: FormulaType, { optional = rules.length } = {}): TypeRule =>
  (typed) => {
    requireCount(typed, (count) => count >= optional && count <= rules.length);
    typed.parts.forEach((part, index) => rules[index]!(part, typed.title));
    return result;
  };

/** Rule of a function with any number of arguments of one kind. */
export const takesMany =
  (rule: PartRule, result: FormulaType, min: number): TypeRule =>
  (typed) => {
    requireCount(typed, (count) => count >= min);
    typed.parts.forEach((part) => rule(part, typed.title));
    return result;
  };

/** The common type of alternatives: integers and numbers together are numbers. */
export function commonType(parts: TypedPart[], title: string): FormulaType {
  const [first, ...others] = parts;
  let { type } = first!;
  for (const part of others) {
    if (part.type === type) continue;
    if (!isNumericType(part.type) || !isNumericType(type))
      throw new ExpressionError('formula_types_differ', part.expression, { value: title });
    type = 'number';
  }
  return type;
}

/** Texts can be compared with texts, numbers with numbers; a time compared with a date is its day. */
export function requireComparable(one: TypedPart, other: TypedPart, title: string): void {
  const isDays = [one, other].every(({ type }) => type === 'date' || type === 'time');
  if (!isDays) commonType([one, other], title);
}
