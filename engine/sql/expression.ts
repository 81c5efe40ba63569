import { Problem } from '#contract/errors.ts';
import { typesOfExpression } from '#domain/formula/check.ts';
import { ExpressionError } from '#domain/formula/expression-error.ts';
import type { FormulaType } from '#domain/formula/type-rules.ts';
import type { Expression } from '#domain/query/expression.ts';
import { logicCalls } from './formula-logic.ts';
import { guardNumber, numberCalls } from './formula-numbers.ts';
import { bindNumber, type CompileCall, type FormulaPart } from './formula-part.ts';
import { textCalls } from './formula-texts.ts';
import { timeCalls } from './formula-times.ts';
import { bind, flatten, type Fragment, raw, sql } from './fragment.ts';
import { boundsOfValue, integerBounds, numberBounds } from './number-bounds.ts';
import { type CalculatedColumn, cellOf, columnOf, type Scope, storedCellOf, type TableColumn } from './scope.ts';

const calls: Record<string, CompileCall> = { ...logicCalls, ...numberCalls, ...textCalls, ...timeCalls };

/** Formulas that use each other could grow without limit. */
const maxCharacters = 200_000;

/** SQL for the formula of a calculated column. */
export function expressionOf(scope: Scope, { name, expression }: CalculatedColumn): Fragment {
  const types = typesOf(scope, name, expression);
  const compile = (part: Expression): FormulaPart => {
    const type = types.get(part)!;
    if (part.kind === 'value') return valuePart(scope, part);
    if (part.kind === 'column') return columnPart(scope, columnOf(scope, part.column), part);
    const parts = part.arguments.map(compile);
    const { sql: text, bounds = integerBounds } = calls[part.name]!({ scope, type, parts });
    if (sizeOf(text) > maxCharacters) throw new Problem('formula_too_large', { column: name });
    const cell = type === 'boolean' ? scope.dialect.functions.asCondition(text) : text;
    return { sql: cell, type, bounds, expression: part };
  };
  const whole = compile(expression);
  return whole.type === 'number' ? guardNumber(whole).sql : whole.sql;
}

const sizeOf = (fragment: Fragment) => flatten(fragment).texts.reduce((size, text) => size + text.length + 4, 0);

/** The types of all parts. Those of columns may have changed since the formula was saved. */
function typesOf(scope: Scope, name: string, expression: Expression): Map<Expression, FormulaType> {
  try {
    return typesOfExpression(expression, (id) => columnOf(scope, id).type);
  } catch (error) {
    if (error instanceof ExpressionError) throw new Problem('formula_broken', { column: name });
    throw error;
  }
}

function valuePart({ dialect }: Scope, expression: Extract<Expression, { kind: 'value' }>): FormulaPart {
  const { value } = expression;
  const type = expression.type === 'json' ? 'text' : expression.type;
  const bounds = typeof value === 'number' ? boundsOfValue(value) : integerBounds;
  if (type === 'number') return { sql: bindNumber(dialect, Number(value)), type, bounds, expression };
  const cell = bind(value, type);
  return { sql: type === 'text' ? dialect.asText(cell) : cell, type, bounds, expression };
}

/** Cells in the types that formulas calculate with, whatever types a connected database has. */
function columnPart(scope: Scope, column: TableColumn, expression: Expression): FormulaPart {
  const { dialect } = scope;
  const { functions } = dialect;
  const part = { expression, bounds: integerBounds };
  // Cells of other calculated columns are in these types already.
  const isCalculated = 'expression' in column;
  if (column.type === 'text' || column.type === 'json') {
    const cell = storedCellOf(column);
    return { ...part, type: 'text', sql: isCalculated ? cell : functions.asPlainText(cell) };
  }
  const cell = cellOf(scope, column);
  if (column.type === 'number') {
    const number = { sql: dialect.asNumber(cell), bounds: { ...numberBounds, high: 310, low: -330 } };
    return { ...part, type: 'number', ...(isCalculated ? { sql: cell, bounds: numberBounds } : guardNumber(number)) };
  }
  if (isCalculated) return { ...part, type: column.type, sql: cell };
  if (column.type === 'integer') return { ...part, type: 'integer', sql: integerCellOf(scope, cell) };
  if (column.type === 'date') return { ...part, type: 'date', sql: dialect.truncate(cell, 'day') };
  return { ...part, type: column.type, sql: column.type === 'time' ? functions.asInstant(cell) : cell };
}

/** Some databases have longer integers, which a cast would wrap around. */
function integerCellOf({ dialect }: Scope, cell: Fragment): Fragment {
  const longest = raw('9223372036854775807');
  return sql`case when ${cell} between -${longest} and ${longest} then ${dialect.functions.asInteger(cell)} end`;
}
