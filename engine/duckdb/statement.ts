import { Problem } from '#contract/errors.ts';

// What hides a semicolon: texts, names, comments.
const quoted = /[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|--[^\n]*/sy;

/** The one statement of a text, without the semicolon that may end it. Throws if there are more. */
export function onlyStatement(sql: string): string {
  const end = endOf(sql, 0);
  if (end === sql.length) return sql;
  for (let after = end; after < sql.length;) {
    const next = endOf(sql, after + 1);
    if (!isBlank(sql.slice(after + 1, next))) throw new Problem('sql_several', { at: firstIn(sql, after + 1) });
    after = next;
  }
  return sql.slice(0, end);
}

function endOf(sql: string, from: number): number {
  let at = from;
  while (at < sql.length && sql[at] !== ';') at = afterHidden(sql, at);
  return at;
}

/** What follows a text, a name in quotes or a comment that begins here; if none does, the next character. */
export function afterHidden(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return afterComment(sql, at);
  quoted.lastIndex = at;
  return quoted.test(sql) ? quoted.lastIndex : at + 1;
}

// Comments may lie within comments.
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
  return firstIn(sql, 0) === sql.length;
}

function firstIn(sql: string, from: number): number {
  let at = from;
  while (at < sql.length && (/\s/.test(sql[at]!) || sql.startsWith('--', at) || sql.startsWith('/*', at)))
    at = afterHidden(sql, at);
  return at;
}

/** Finds the character at a byte of the text in UTF-8; null if there is none. */
export function placeByBytes(sql: string): (byte: number) => number | null {
  const bytes = Buffer.from(sql);
  return (byte) => (byte >= 0 && byte <= bytes.length ? bytes.subarray(0, byte).toString().length : null);
}

/** The character at a place that is counted in code points, as the parser does. */
export function placeByPoints(sql: string, points: number): number {
  let at = 0;
  for (let left = points; left > 0 && at < sql.length; left--) at += sql.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}
