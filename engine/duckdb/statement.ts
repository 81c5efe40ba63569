import { Problem } from '#contract/errors.ts';

// Tokens that can contain a semicolon: strings, quoted names, comments.
const quoted = /[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|--[^\n]*/sy;

/** The only statement of a text, without a trailing semicolon. Throws if there are several. */
export function singleStatementOf(sql: string): string {
  const end = endOf(sql, 0);
  if (end === sql.length) return sql;
  for (let after = end; after < sql.length;) {
    const next = endOf(sql, after + 1);
    if (!isBlank(sql.slice(after + 1, next))) throw new Problem('sql_several', { at: skipBlank(sql, after + 1) });
    after = next;
  }
  return sql.slice(0, end);
}

function endOf(sql: string, from: number): number {
  let at = from;
  while (at < sql.length && sql[at] !== ';') at = skipToken(sql, at);
  return at;
}

/** The offset after a string, quoted name or comment that begins here; otherwise the next character. */
export function skipToken(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return afterComment(sql, at);
  quoted.lastIndex = at;
  return quoted.test(sql) ? quoted.lastIndex : at + 1;
}

// Comments can be nested.
function afterComment(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at++) {
    if (sql.startsWith('/*', at)) {
      depth++;
      at++;
    } else if (sql.startsWith('*/', at)) {
      at++;
      if (--depth === 0) return at + 1;
    }
  }
  return sql.length;
}

function isBlank(sql: string): boolean {
  return skipBlank(sql, 0) === sql.length;
}

function skipBlank(sql: string, from: number): number {
  let at = from;
  while (at < sql.length && (/\s/.test(sql[at]!) || sql.startsWith('--', at) || sql.startsWith('/*', at)))
    at = skipToken(sql, at);
  return at;
}

/** Converts UTF-8 byte offsets to character offsets; null if out of range. */
export function charOffsetByBytes(sql: string): (byte: number) => number | null {
  const bytes = Buffer.from(sql);
  return (byte) => (byte >= 0 && byte <= bytes.length ? bytes.subarray(0, byte).toString().length : null);
}

/** Converts an offset in code points, as the parser counts, to a character offset. */
export function charOffsetByCodePoints(sql: string, points: number): number {
  let at = 0;
  for (let left = points; left > 0 && at < sql.length; left--) at += sql.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}
