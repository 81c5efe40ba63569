/** A token of a formula with its position. */
export type Token = { at: number; length: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'name'; name: string }
  | { kind: 'sign'; sign: string }
  | { kind: 'end' }
);

/** Error in a formula with its position. */
export class FormulaError extends Error {
  constructor(
    readonly code: FormulaProblem,
    readonly at: number,
    readonly length: number,
    readonly word = '',
  ) {
    super(code);
  }
}

export type FormulaProblem =
  | 'empty'
  | 'unexpected'
  | 'unfinished'
  | 'unclosed'
  | 'function_unknown'
  | 'column_unknown'
  | 'column_missing'
  | 'column_not_number'
  | 'metric_unknown'
  | 'percentile_range'
  | 'too_long';

const number = /^\d+(\.\d+)?/;
const name = /^[\p{L}_][\p{L}\p{N}_.]*/u;
const sign = /^[-+*/(),×÷−]/;
const signSpellings: Record<string, string> = { '×': '*', '÷': '/', '−': '-' };

/** Splits a formula into tokens; the last one is the end. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^\s+/.exec(rest)?.[0].length ?? 0;
    const token = space === 0 ? tokenOf(rest, at) : undefined;
    if (token) tokens.push(token);
    at += token?.length ?? space;
  }
  return [...tokens, { kind: 'end', at: text.length, length: 0 }];
}

function tokenOf(rest: string, at: number): Token {
  const digits = number.exec(rest)?.[0];
  if (digits) return { kind: 'number', value: Number(digits), at, length: digits.length };
  if (rest.startsWith('"')) return quotedOf(rest, at);
  const word = name.exec(rest)?.[0];
  if (word) return { kind: 'name', name: word, at, length: word.length };
  const mark = sign.exec(rest)?.[0];
  if (mark) return { kind: 'sign', sign: signSpellings[mark] ?? mark, at, length: 1 };
  const character = String.fromCodePoint(rest.codePointAt(0)!);
  throw new FormulaError('unexpected', at, character.length, character);
}

// A quote inside a name is doubled, as in SQL.
function quotedOf(rest: string, at: number): Token {
  const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
  if (!quoted) throw new FormulaError('unclosed', at, rest.length, '"');
  return { kind: 'name', name: quoted[1]!.replaceAll('""', '"'), at, length: quoted[0].length };
}
