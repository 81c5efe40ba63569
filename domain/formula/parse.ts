import type { Expression } from '#domain/query/expression.ts';
import type { Column } from '#domain/query/query.ts';
import { nearestOf } from '#domain/text/nearest-name.ts';
import { ExpressionError, type TextRange } from './expression-error.ts';
import { findFunction, functionNames } from './functions.ts';
import { operators } from './operators.ts';
import { type FormulaToken, tokensOf } from './tokens.ts';

export const maxFormulaLength = 10_000;
const maxNesting = 50;

/** A formula with columns by id, and the position of each of its parts in the text. */
export type ParsedFormula = { expression: Expression; ranges: Map<Expression, TextRange> };

/** Parses a formula on these columns. */
export function parseFormula(text: string, columns: Column[]): ParsedFormula {
  if (text.length > maxFormulaLength) {
    const limit = maxFormulaLength.toLocaleString('en-US');
    throw new ExpressionError('formula_too_long', { from: maxFormulaLength, to: text.length }, { limit });
  }
  if (text.trim() === '') throw new ExpressionError('formula_empty', { from: 0, to: text.length });
  const parser = openParser(tokensOf(text), columns);
  const expression = parser.parse(0);
  parser.requireEnd();
  return { expression, ranges: parser.ranges };
}

const prefixes: Record<string, { name: string; power: number }> = {
  not: { name: 'not', power: 3 },
  '-': { name: 'negate', power: 8 },
};

function openParser(tokens: FormulaToken[], columns: Column[]) {
  const ranges = new Map<Expression, TextRange>();
  let at = 0;
  let nesting = 0;
  const peek = () => tokens[at]!;
  const next = () => tokens[at++]!;
  const isSign = (text: string) => peek().kind === 'sign' && peek().text === text;

  function place<T extends Expression>(expression: T, from: number): T {
    ranges.set(expression, { from, to: tokens[at - 1]!.to });
    return expression;
  }

  function unexpected({ kind, text, from, to }: FormulaToken): ExpressionError {
    if (kind === 'end') return new ExpressionError('formula_incomplete', { from: Math.max(0, from - 1), to });
    return new ExpressionError('formula_syntax', { from, to }, { value: text });
  }

  function requireSign(text: string): void {
    if (!isSign(text)) {
      if (peek().kind === 'end' && text === ')')
        throw new ExpressionError(
          'formula_unclosed',
          { from: Math.max(0, peek().from - 1), to: peek().to },
          { value: text },
        );
      throw unexpected(peek());
    }
    at += 1;
  }

  function nest<T>(read: () => T): T {
    nesting += 1;
    if (nesting > maxNesting) throw new ExpressionError('formula_too_deep', peek(), { limit: String(maxNesting) });
    const result = read();
    nesting -= 1;
    return result;
  }

  /** Parses an expression of operators that bind tighter than `power`. */
  function parse(power: number): Expression {
    const from = peek().from;
    let left = nest(parsePrefix);
    for (;;) {
      const operator = operatorOf(peek());
      if (!operator || operator.power <= power) return left;
      at += 1;
      const right = nest(() => parse(operator.power));
      left = place({ kind: 'call', name: operator.name, arguments: [left, right] }, from);
    }
  }

  function parsePrefix(): Expression {
    const token = peek();
    const prefix = token.kind === 'sign' || token.kind === 'word' ? prefixes[token.text.toLowerCase()] : undefined;
    if (!prefix) return parsePrimary();
    at += 1;
    const inner = parse(prefix.power);
    const isNegative = prefix.name === 'negate' && inner.kind === 'value' && typeof inner.value === 'number';
    if (isNegative) return place({ ...inner, value: -Number(inner.value) }, token.from);
    return place({ kind: 'call', name: prefix.name, arguments: [inner] }, token.from);
  }

  function parsePrimary(): Expression {
    const token = next();
    if (token.kind === 'number') return place(numberOf(token), token.from);
    if (token.kind === 'text') return place({ kind: 'value', value: token.text, type: 'text' }, token.from);
    if (token.kind === 'column') return place(columnOf(token, columns), token.from);
    if (token.kind === 'word') return parseWord(token);
    if (token.kind !== 'sign' || token.text !== '(') throw unexpected(token);
    const inner = parse(0);
    requireSign(')');
    return inner;
  }

  function parseWord(token: FormulaToken): Expression {
    const word = token.text.toLowerCase();
    if (word === 'true' || word === 'false')
      return place({ kind: 'value', value: word === 'true', type: 'boolean' }, token.from);
    if (!isSign('(')) {
      if (word === 'and' || word === 'or') throw unexpected(token);
      return place(columnOf(token, columns), token.from);
    }
    const entry = findFunction(word);
    if (!entry) throw unknownFunction(token);
    return place({ kind: 'call', name: entry.name, arguments: parseArguments() }, token.from);
  }

  function parseArguments(): Expression[] {
    requireSign('(');
    const list: Expression[] = [];
    while (!isSign(')')) {
      list.push(parse(0));
      if (!isSign(')')) requireSign(isSign(',') || peek().kind !== 'end' ? ',' : ')');
    }
    at += 1;
    return list;
  }

  function requireEnd(): void {
    if (peek().kind !== 'end') throw unexpected(peek());
  }

  return { parse, requireEnd, ranges };
}

function operatorOf({ kind, text }: FormulaToken) {
  return kind === 'sign' || kind === 'word' ? operators.find(({ sign }) => sign === text.toLowerCase()) : undefined;
}

function numberOf(token: FormulaToken): Expression {
  const value = Number(token.text);
  if (Math.abs(value) >= 1e75) throw new ExpressionError('formula_number_range', token, { value: token.text });
  return { kind: 'value', value, type: /^\d+$/.test(token.text) && Number.isSafeInteger(value) ? 'integer' : 'number' };
}

function columnOf(token: FormulaToken, columns: Column[]): Expression {
  const column = findByName(columns, token.text);
  if (column) return { kind: 'column', column: column.id };
  // Columns of related datasets are shown as product › group.
  if (token.text.includes('›')) throw new ExpressionError('formula_column_related', token, { value: token.text });
  const near = nearestOf(
    token.text,
    columns.map(({ name }) => name),
  );
  if (near === undefined) throw new ExpressionError('formula_column_unknown', token, { value: token.text });
  throw new ExpressionError('formula_column_near', token, { value: token.text, near });
}

/** The column with this name, else the only one with this name in another case. */
function findByName(columns: Column[], name: string): Column | undefined {
  const exact = columns.find((column) => column.name === name);
  if (exact) return exact;
  const alike = columns.filter((column) => column.name.toLowerCase() === name.trim().toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

function unknownFunction(token: FormulaToken): ExpressionError {
  const near = nearestOf(token.text, functionNames);
  if (near === undefined) return new ExpressionError('formula_function_unknown', token, { value: token.text });
  return new ExpressionError('formula_function_near', token, { value: token.text, near });
}
