import { Problem } from '#contract/errors.ts';

/**
 * A token of a person's SQL; `at` is its character offset.
 *
 * - `word`: a keyword or a name without quotes
 * - `name`: a name in quotes
 * - `string`: a text in quotes, as it is sent to the server
 * - `param`: the name of a parameter, `$name`
 */
export type SqlToken = {
  kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'param';
  text: string;
  at: number;
  length: number;
};

export const endOf = ({ at, length }: SqlToken) => at + length;

const blank = /[ \t\n\r\f\v\u00a0\u3000\ufeff]+|--[^\n]*|#[ !][^\n]*|\/\/[^\n]*/y;
// Other letters need no quotes here, although the server requires them.
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const number = /(?:0x[0-9a-f]+|0b[01]+|(?:\d(?:_?\d)*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy;
const digits = /\d+/y;
const string = /'(?:[^'\\]|\\.|'')*'/sy;
const name = /"(?:[^"\\]|\\.|"")*"|`(?:[^`\\]|\\.|``)*`/sy;
const heredoc = /\$(\w*)\$(.*?)\$\1\$/sy;
const param = /\$([a-z_]\w*)(?!\$)/iy;
const symbol = /->|::|<=>|<=|>=|<>|!=|==|\|\||[()[\],.+\-*/%=<>?:;^]/y;

/**
 * The tokens of a person's SQL, without comments. What the lexer of ClickHouse accepts beyond these is rejected: braces
 * (its own parameters), typographic quotes, hexadecimal texts, global variables.
 */
export function tokensOf(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(sql);
  };
  for (let at = skipBlank(sql, 0), end = 0; at < sql.length; at = skipBlank(sql, end)) {
    const add = (kind: SqlToken['kind'], [whole]: RegExpExecArray, text = whole) => {
      end = at + whole.length;
      return tokens.push({ kind, text, at, length: whole.length });
    };
    const lexeme =
      match(string, at) ?? match(name, at) ?? match(heredoc, at) ?? match(param, at) ?? matchOther(match, at, tokens);
    if (!lexeme) throw unexpectedProblem(sql, at);
    const [first] = lexeme[0];
    if (first === "'") add('string', lexeme, withoutBraces(lexeme[0]));
    else if (first === '"' || first === '`') add('name', lexeme, nameOf(lexeme[0], at));
    else if (first === '$' && lexeme[2] === undefined) add('param', lexeme, lexeme[1]);
    else if (first === '$') add('string', lexeme, quoteString(lexeme[2]!));
    else if (/^[\p{L}_]/u.test(lexeme[0])) add(/^\w+$/.test(lexeme[0]) ? 'word' : 'name', lexeme);
    else if (/\d/.test(lexeme[0])) add('number', lexeme);
    else add('symbol', lexeme);
    requireGap(sql, tokens.at(-1)!, end);
  }
  return tokens;
}

type TokenMatcher = (pattern: RegExp, at: number) => RegExpExecArray | null;

// In `t.1.2` the numbers are positions in a tuple.
function matchOther(match: TokenMatcher, at: number, tokens: SqlToken[]): RegExpExecArray | null {
  const previous = tokens.at(-1);
  if (previous?.kind === 'symbol' && previous.text === '.')
    return match(word, at) ?? match(digits, at) ?? match(symbol, at);
  const isAfterValue = previous && (previous.kind !== 'symbol' || previous.text === ')' || previous.text === ']');
  const dot = isAfterValue ? match(/\./y, at) : null;
  return match(word, at) ?? dot ?? match(number, at) ?? match(symbol, at);
}

/** Rejects words and numbers that touch a character which could belong to them: `1a`, `x'41'`, `a$b`, `naïve`. */
function requireGap(sql: string, { kind, text, at }: SqlToken, end: number): void {
  if (kind !== 'word' && kind !== 'number' && kind !== 'param') return;
  const next = String.fromCodePoint(sql.codePointAt(end) ?? 0x20);
  if (/[\p{L}\p{N}\p{M}_$]/u.test(next) || (kind === 'word' && next === "'" && /^[xb]$/i.test(text)))
    throw new Problem('sql_syntax', { value: `${text}${next}`, at });
}

function skipBlank(sql: string, from: number): number {
  for (let at = from; ;) {
    blank.lastIndex = at;
    if (blank.test(sql)) at = blank.lastIndex;
    else if (sql.startsWith('/*', at)) at = afterComment(sql, at);
    else return at;
  }
}

// Comments can be nested.
function afterComment(sql: string, from: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = from;
  for (let depth = 0, mark = edge.exec(sql); mark; mark = edge.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  throw new Problem('sql_unfinished', { at: from });
}

function unexpectedProblem(sql: string, at: number): Problem {
  const character = String.fromCodePoint(sql.codePointAt(at)!);
  if (`'"\``.includes(character)) return new Problem('sql_unclosed', { value: sql.slice(at, at + 60), at });
  return new Problem('sql_syntax', { value: character, at });
}

const plainEscapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '`': '`', '"': '"', "'": "'" };

/** The name that is quoted, without escapes. */
function nameOf(quoted: string, at: number): string {
  const [quote] = quoted;
  const inner = quoted.slice(1, -1).replaceAll(/\\(.)|(["`])\2?/gs, (part: string, escaped: string | undefined) => {
    if (escaped === undefined) return part === `${quote}${quote}` ? quote! : part;
    const character = plainEscapes[escaped];
    if (character === undefined) throw new Problem('sql_syntax', { value: part, at });
    return character;
  });
  // The server cannot have such names.
  if (inner === '' || /[^\P{Cc}\n\r\t]/u.test(inner))
    throw new Problem('sql_syntax', { value: quoted.slice(0, 60), at });
  return inner;
}

// The client looks for placeholders such as `{p1:` in the SQL.
const withoutBraces = (text: string) =>
  text.replaceAll(/\\(.)|\{/gs, (part, escaped: string | undefined) => {
    if (escaped === undefined) return String.raw`\x7B`;
    return escaped === '{' ? String.raw`\\\x7B` : part;
  });

const quoteString = (text: string) => withoutBraces(`'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);
