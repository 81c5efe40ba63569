import type { Language } from '#domain/language.ts';
import type { Aggregate, Formula } from '#domain/query/query.ts';
import { deletedColumn, deletedMetric, findColumn, findMetric, type QuerySubject } from './subject.ts';
import { FormulaError, type FormulaProblem, type Token, tokensOf } from './formula-tokens.ts';

/** Aggregate functions by name. */
const functions: Record<string, Exclude<Aggregate['kind'], 'count' | 'percentile'>> = {
  sum: 'sum',
  average: 'average',
  avg: 'average',
  min: 'min',
  max: 'max',
  median: 'median',
  distinct: 'distinct',
};
const numeric = new Set(['sum', 'average', 'median', 'percentile']);
export const functionNames = ['count', 'sum', 'average', 'median', 'min', 'max', 'distinct', 'percentile'];

const maxLength = 2000;

/** Parses a text such as `sum(amount) / count()`; throws a FormulaError with a position. */
export function parseFormula(text: string, subject: QuerySubject): Formula {
  if (text.length > maxLength) throw new FormulaError('too_long', maxLength, text.length - maxLength);
  const parser = new FormulaParser(tokensOf(text), subject);
  if (parser.peek().kind === 'end') throw new FormulaError('empty', 0, 0);
  const formula = parser.parseSum();
  const next = parser.peek();
  if (next.kind !== 'end') throw unexpected(next);
  return formula;
}

const textOf = (token: Token) =>
  token.kind === 'sign'
    ? token.sign
    : token.kind === 'name'
      ? token.name
      : token.kind === 'number'
        ? `${token.value}`
        : '';

const unexpected = (token: Token) =>
  new FormulaError(token.kind === 'end' ? 'unfinished' : 'unexpected', token.at, token.length, textOf(token));

class FormulaParser {
  #place = 0;
  constructor(
    readonly tokens: Token[],
    readonly subject: QuerySubject,
  ) {}

  peek = (): Token => this.tokens[this.#place]!;
  take = (): Token => this.tokens[this.#place++]!;
  isAt = (...signs: string[]): boolean => {
    const token = this.peek();
    return token.kind === 'sign' && signs.includes(token.sign);
  };

  parseSum(): Formula {
    let left = this.parseProduct();
    while (this.isAt('+', '-')) {
      const kind = textOf(this.take()) === '+' ? 'add' : 'subtract';
      left = { kind, left, right: this.parseProduct() };
    }
    return left;
  }

  parseProduct(): Formula {
    let left = this.parseOperand();
    while (this.isAt('*', '/')) {
      const kind = textOf(this.take()) === '*' ? 'multiply' : 'divide';
      left = { kind, left, right: this.parseOperand() };
    }
    return left;
  }

  parseOperand(): Formula {
    if (this.isAt('(')) return this.parseBrackets();
    if (this.isAt('-')) return this.parseNegative();
    const token = this.take();
    if (token.kind === 'number') return { kind: 'number', value: token.value };
    if (token.kind !== 'name') throw unexpected(token);
    return this.isAt('(') ? this.parseCall(token) : this.metricOf(token);
  }

  parseBrackets(): Formula {
    this.take();
    const inner = this.parseSum();
    this.expect(')');
    return inner;
  }

  parseNegative(): Formula {
    this.take();
    const inner = this.parseOperand();
    if (inner.kind === 'number') return { kind: 'number', value: -inner.value };
    return { kind: 'subtract', left: { kind: 'number', value: 0 }, right: inner };
  }

  parseCall(token: Token & { kind: 'name' }): Formula {
    const name = token.name.toLowerCase();
    this.take();
    if (name === 'count') return this.closeCall({ kind: 'count' });
    const kind = name === 'percentile' ? name : functions[name];
    if (!kind) throw new FormulaError('function_unknown', token.at, token.length, token.name);
    const column = this.parseColumn(kind);
    if (kind !== 'percentile') return this.closeCall({ kind, column });
    this.expect(',');
    return this.closeCall({ kind, column, fraction: this.parsePercent() });
  }

  parseColumn(kind: string): string {
    const token = this.take();
    if (token.kind !== 'name') throw new FormulaError('column_missing', token.at, token.length, kind);
    const column = this.subject.columns.find((each) => isCalled(each, token.name));
    if (!column) throw new FormulaError('column_unknown', token.at, token.length, token.name);
    const isNumber = column.type === 'integer' || column.type === 'number';
    const isShare = kind === 'average' && column.type === 'boolean';
    if (numeric.has(kind) && !isNumber && !isShare)
      throw new FormulaError('column_not_number', token.at, token.length, token.name);
    return column.id;
  }

  parsePercent(): number {
    const token = this.take();
    if (token.kind !== 'number') throw unexpected(token);
    if (token.value > 100) throw new FormulaError('percentile_range', token.at, token.length, `${token.value}`);
    return token.value / 100;
  }

  metricOf(token: Token & { kind: 'name' }): Formula {
    const metric = this.subject.metrics.find((each) => isCalled(each, token.name));
    if (!metric) throw new FormulaError('metric_unknown', token.at, token.length, token.name);
    return { kind: 'metric', metric: metric.id };
  }

  closeCall<F extends Formula>(formula: F): F {
    this.expect(')');
    return formula;
  }

  expect(sign: string): void {
    const token = this.take();
    if (token.kind !== 'sign' || token.sign !== sign) throw unexpected(token);
  }
}

// Labels are accepted as well as names; they are rarely ambiguous.
const isCalled = ({ name, label }: { name: string; label: Record<Language, string> }, word: string) =>
  [name, label.en_US, label.zh_CN].some((each) => each.toLowerCase() === word.toLowerCase());

const signs = { add: '+', subtract: '-', multiply: '*', divide: '/' } as const;
const isBare = (name: string) => /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name);

/** A name as a formula has it. */
export const quotedName = (name: string) => (isBare(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** A formula as text; deleted columns and metrics are named as deleted instead of by id. */
export function formulaText(formula: Formula, subject: QuerySubject, language: Language): string {
  if (formula.kind === 'number') return String(formula.value);
  if (formula.kind === 'count') return 'count()';
  if (formula.kind === 'metric')
    return quotedName(findMetric(subject, formula.metric)?.name ?? deletedMetric[language]);
  if ('column' in formula) {
    const column = quotedName(findColumn(subject, formula.column)?.name ?? deletedColumn[language]);
    const percent = formula.kind === 'percentile' ? `, ${Number((formula.fraction * 100).toFixed(6))}` : '';
    return `${formula.kind}(${column}${percent})`;
  }
  const left = sideText(formula.left, needsBrackets(formula, formula.left, 'left'), { subject, language });
  const right = sideText(formula.right, needsBrackets(formula, formula.right, 'right'), { subject, language });
  return `${left} ${signs[formula.kind]} ${right}`;
}

type FormulaContext = { subject: QuerySubject; language: Language };

function sideText(side: Formula, isBracketed: boolean, { subject, language }: FormulaContext): string {
  const text = formulaText(side, subject, language);
  return isBracketed ? `(${text})` : text;
}

const precedence = { add: 1, subtract: 1, multiply: 2, divide: 2 } as const;

function needsBrackets(outer: Formula, inner: Formula, side: 'left' | 'right'): boolean {
  if (!('left' in outer) || !('left' in inner)) return false;
  const [a, b] = [precedence[outer.kind], precedence[inner.kind]];
  return side === 'left' ? b < a : b <= a;
}

const sentences: Record<Language, Record<FormulaProblem, (word: string) => string>> = {
  en_US: {
    empty: () => 'Write a formula, such as sum(amount) / count().',
    unexpected: (word) => `“${word}” isn’t allowed here.`,
    unfinished: () => 'Something is missing at the end.',
    unclosed: () => 'The closing quotation mark is missing.',
    function_unknown: (word) => `There’s no function “${word}”. Available: ${functionNames.join(', ')}.`,
    column_unknown: (word) => `There’s no column “${word}”.`,
    column_missing: (word) => `${word}() needs a column.`,
    column_not_number: (word) => `“${word}” doesn’t contain numbers.`,
    metric_unknown: (word) =>
      `There’s no metric “${word}”. A column needs a function around it: sum(${quotedName(word)}).`,
    percentile_range: (word) => `A percentile must be between 0 and 100, not ${word}.`,
    too_long: () => `A formula can have at most ${maxLength} characters.`,
  },
  zh_CN: {
    empty: () => '请写一个公式，例如 sum(金额) / count()。',
    unexpected: (word) => `这里不应该有“${word}”。`,
    unfinished: () => '公式没有写完。',
    unclosed: () => '缺少右引号。',
    function_unknown: (word) => `没有名为“${word}”的函数。可用的函数：${functionNames.join('、')}。`,
    column_unknown: (word) => `没有名为“${word}”的列。`,
    column_missing: (word) => `${word}() 里要写一个列名。`,
    column_not_number: (word) => `“${word}”不是数值列。`,
    metric_unknown: (word) => `没有名为“${word}”的指标。如果是列，请写在函数里：sum(${quotedName(word)})。`,
    percentile_range: (word) => `百分位应在 0 到 100 之间，不能是 ${word}。`,
    too_long: () => `公式最多 ${maxLength} 个字符。`,
  },
};

/** Error text. */
export const formulaProblemText = (error: FormulaError, language: Language): string =>
  sentences[language][error.code](error.word);
