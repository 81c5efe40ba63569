import { columnsOfExpression, type Expression } from '#domain/query/expression.ts';
import type { Column, ColumnType } from '#domain/query/query.ts';
import { ExpressionError, type TextRange } from './expression-error.ts';
import { findFunction } from './functions.ts';
import { findOperator } from './operators.ts';
import { parseFormula } from './parse.ts';
import {
  aCondition,
  aNumber,
  aPrintable,
  type FormulaType,
  requireComparable,
  takes,
  type TypedPart,
  type TypeRule,
} from './type-rules.ts';

const maxDepth = 100;

const arithmetic = takes([aNumber, aNumber], 'number');
const connective = takes([aCondition, aCondition], 'boolean');
const comparison: TypeRule = ({ parts, title }) => {
  requireComparable(parts[0]!, parts[1]!, title);
  return 'boolean';
};

const operatorRules: Record<string, TypeRule> = {
  or: connective,
  and: connective,
  not: takes([aCondition], 'boolean'),
  equal: comparison,
  not_equal: comparison,
  less: comparison,
  at_most: comparison,
  greater: comparison,
  at_least: comparison,
  join: takes([aPrintable, aPrintable], 'text'),
  add: arithmetic,
  subtract: arithmetic,
  multiply: arithmetic,
  divide: arithmetic,
  modulo: arithmetic,
  negate: takes([aNumber], 'number'),
};

/** The type of a column of a formula; undefined if there is no such column. */
export type FindType = (column: string) => ColumnType | undefined;

const readType = (type: ColumnType): FormulaType => (type === 'json' ? 'text' : type);

/** The types of an expression and of all its parts; throws if they do not fit. */
export function typesOfExpression(expression: Expression, findType: FindType): Map<Expression, FormulaType> {
  const types = new Map<Expression, FormulaType>();
  const visit = (part: Expression, depth: number): FormulaType => {
    if (depth > maxDepth) throw new ExpressionError('formula_too_deep', part, { limit: String(maxDepth) });
    const parts = part.kind === 'call' ? part.arguments : [];
    const typed = parts.map((each) => ({ expression: each, type: visit(each, depth + 1) }));
    const type = part.kind === 'call' ? typeOfCall(part, typed) : typeOfLeaf(part, findType);
    types.set(part, type);
    return type;
  };
  visit(expression, 0);
  return types;
}

function typeOfLeaf(leaf: Exclude<Expression, { kind: 'call' }>, findType: FindType): FormulaType {
  const type = leaf.kind === 'value' ? leaf.type : findType(leaf.column);
  if (!type) throw new ExpressionError('formula_column_deleted', leaf);
  return readType(type);
}

function typeOfCall(call: Extract<Expression, { kind: 'call' }>, parts: TypedPart[]): FormulaType {
  const { name } = call;
  const entry = findFunction(name);
  const rule = entry?.rule ?? operatorRules[name];
  if (!rule) throw new ExpressionError('formula_function_unknown', call, { value: name });
  const title = entry?.name ?? findOperator(name)?.sign ?? (name === 'negate' ? '-' : name);
  return rule({ title, signature: entry?.signature ?? title, call, parts });
}

/** A valid formula with its type. */
export type CheckedFormula = { expression: Expression; type: FormulaType };

/** An error in a formula, with its position in the text. */
export type FormulaRefusal = TextRange & { code: ExpressionError['code']; params: Record<string, string> };

/** Parses a formula on these columns and determines its type. Returns the first error instead if there is one. */
export function checkFormula(text: string, columns: Column[]): CheckedFormula | { problem: FormulaRefusal } {
  let ranges: Map<Expression, TextRange> | undefined;
  try {
    const parsed = parseFormula(text, columns);
    ranges = parsed.ranges;
    const { expression } = parsed;
    const types = typesOfExpression(expression, (id) => columns.find((column) => column.id === id)?.type);
    return { expression, type: types.get(expression)! };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { code, params, at } = error;
    const range = 'from' in at ? { from: at.from, to: at.to } : ranges?.get(at);
    return { problem: { code, params, ...(range ?? { from: 0, to: text.length }) } };
  }
}

/**
 * Calculated columns that an expression depends on, directly or through others. A formula is circular if its own column
 * is among them.
 */
export function sourcesOfFormula(
  expression: Expression,
  calculated: { id: string; expression: Expression }[],
): Set<string> {
  const sources = new Set<string>();
  const visit = (part: Expression) => {
    for (const id of columnsOfExpression(part)) {
      const column = sources.has(id) ? undefined : calculated.find((each) => each.id === id);
      if (!column) continue;
      sources.add(id);
      visit(column.expression);
    }
  };
  visit(expression);
  return sources;
}
