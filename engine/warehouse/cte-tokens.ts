import { foldIdentifier } from '#domain/text/identifier.ts';
import type { SqlToken } from './tokens.ts';

/** A CTE in SQL: the indexes of its name and of the parentheses around its body. */
export type CteToken = { name: number; open: number; close: number; isRecursive: boolean };

/**
 * Candidates for CTEs: a name after WITH or a comma, then AS and a query in parentheses. The syntax tree of the server
 * decides whether they are CTEs.
 */
export function cteTokensOf(tokens: SqlToken[]): CteToken[] {
  const pairs = parenthesesOf(tokens);
  const wordAt = (index: number) => (tokens[index]?.kind === 'word' ? foldIdentifier(tokens[index].text) : '');
  const symbolAt = (index: number) => (tokens[index]?.kind === 'symbol' ? tokens[index].text : '');

  function cteAt(name: number, isRecursive: boolean): CteToken[] {
    const isListed = symbolAt(name - 1) === ',' || wordAt(name - 1) === 'with' || wordAt(name - 1) === 'recursive';
    const { kind } = tokens[name]!;
    if ((kind !== 'word' && kind !== 'name') || !isListed || wordAt(name + 1) !== 'as') return [];
    let open = name + 2;
    while (['not', 'materialized'].includes(wordAt(open))) open++;
    const isQuery = symbolAt(open + 1) === '(' || ['select', 'with', 'from'].includes(wordAt(open + 1));
    const close = pairs.get(open);
    return symbolAt(open) === '(' && isQuery && close !== undefined ? [{ name, open, close, isRecursive }] : [];
  }

  // Whether the last WITH is recursive, for each open parenthesis.
  const recursive = [false];
  return tokens.flatMap((_, index) => {
    if (symbolAt(index) === '(') recursive.push(false);
    if (symbolAt(index) === ')') recursive.pop();
    if (wordAt(index) === 'with') recursive[recursive.length - 1] = wordAt(index + 1) === 'recursive';
    return cteAt(index, recursive.at(-1)!);
  });
}

/** The closing parenthesis of each opening one. */
function parenthesesOf(tokens: SqlToken[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue;
    if (text === '(') open.push(index);
    const start = text === ')' ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, index);
  }
  return pairs;
}
