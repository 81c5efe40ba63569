import { ExpressionError, type TextRange } from './expression-error.ts';

/** A word is the name of a function or a column, or one of `and`, `or`, `not`, `true`, `false`. */
export type FormulaToken = TextRange & { kind: 'word' | 'column' | 'text' | 'number' | 'sign' | 'end'; text: string };

const asciiForms: Record<string, string> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '【': '[',
  '】': ']',
  '、': ',',
  '×': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
  '　': ' ',
};

/** The ASCII form of a character: people type full-width punctuation in Chinese. */
function asciiOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  return asciiForms[character] ?? character;
}

const signs = ['<=', '>=', '<>', '!=', '<', '>', '=', '+', '-', '*', '/', '%', '&', '(', ')', ','];
const words = /[\p{L}_][\p{L}\p{N}_]*/uy;
const numbers = /(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?/iy;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/**
 * Reads a text or a column up to its closing character; a doubled closing character is the character itself. An ASCII
 * quote is only closed by an ASCII quote, so the text may contain typographic ones.
 */
function readQuoted(source: string, from: number, close: string): FormulaToken {
  const isClose = (character: string) => (source[from]! > '~' ? asciiOf(character) : character) === close;
  let text = '';
  for (let at = from + 1; at < source.length; at++) {
    const character = source[at]!;
    if (!isClose(character)) {
      text += character;
      continue;
    }
    if (!isClose(source[at + 1] ?? '')) return { kind: close === ']' ? 'column' : 'text', text, from, to: at + 1 };
    text += character;
    at += 1;
  }
  throw new ExpressionError('formula_unclosed', { from, to: source.length }, { value: close });
}

const closings: Record<string, string> = { '[': ']', "'": "'", '"': '"' };

function readSign(source: string, from: number): FormulaToken {
  const next = asciiOf(source[from]!) + asciiOf(source[from + 1] ?? '');
  const sign = signs.find((each) => next.startsWith(each));
  if (!sign) throw new ExpressionError('formula_syntax', { from, to: from + 1 }, { value: source[from]! });
  // One character such as ≤ can stand for a sign of two.
  const length = asciiOf(source[from]!).length >= sign.length ? 1 : 2;
  return { kind: 'sign', text: sign === '!=' ? '<>' : sign, from, to: from + length };
}

function readToken(source: string, from: number): FormulaToken {
  const close = closings[asciiOf(source[from]!)];
  if (close) return readQuoted(source, from, close);
  const number = matchAt(numbers, source, from);
  if (number) return { kind: 'number', text: number, from, to: from + number.length };
  const word = matchAt(words, source, from);
  if (word) return { kind: 'word', text: word, from, to: from + word.length };
  return readSign(source, from);
}

export function tokensOf(source: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  let at = 0;
  while (at < source.length) {
    if (asciiOf(source[at]!).trim() === '') {
      at += 1;
      continue;
    }
    const token = readToken(source, at);
    tokens.push(token);
    at = token.to;
  }
  return [...tokens, { kind: 'end', text: '', from: source.length, to: source.length }];
}
