import type { SqlToken } from './tokens.ts';

/** How a token is written; `undefined` leaves it as it is. */
export type SpellToken = (token: SqlToken, index: number) => string | undefined;

/** SQL with the byte offset of each token, and that of its end. */
export type WrittenSql = { text: string; starts: number[]; end: number };

const escapes: Record<string, string> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\\': '\\\\',
  '`': '\\`',
  '{': '\\x7B',
};

/** A name in the quotes of ClickHouse. */
export const quoteIdentifier = (name: string) =>
  `\`${name.replaceAll(/[\n\t\r\\`{]/g, (character) => escapes[character]!)}\``;

/**
 * Writes tokens in one form: one space between them, names in backquotes, no comments. The server never gets the text
 * of a person, so no version of it can split that text into other tokens than we do.
 */
export function writeSql(tokens: SqlToken[], spell: SpellToken, start = 0): WrittenSql {
  const parts = tokens.map((token, index) => spell(token, index) ?? spellPlainly(token));
  let at = start;
  const starts = parts.map((part) => {
    const from = at;
    at += Buffer.byteLength(part) + 1;
    return from;
  });
  return { text: parts.join(' '), starts, end: at - 1 };
}

const spellPlainly = ({ kind, text }: SqlToken) => (kind === 'name' ? quoteIdentifier(text) : text);

/** The names of the parameters, each once, in the order of their first use. */
export const paramNamesOf = (tokens: SqlToken[]): string[] => [
  ...new Set(tokens.filter(({ kind }) => kind === 'param').map(({ text }) => text)),
];

/** A prefix for names that the SQL does not contain. */
export function unusedPrefixOf(tokens: SqlToken[]): string {
  const text = tokens.map((token) => token.text.toLowerCase()).join(' ');
  let prefix = 'shuju_';
  for (let number = 1; text.includes(prefix); number++) prefix = `shuju${number}_`;
  return prefix;
}

/** The server accepts 256 KiB by default, less than the longest SQL of a person has. */
export const sizeSettingsOf = (sql: string) => ({ max_query_size: Math.max(262_144, Buffer.byteLength(sql) + 1) });
