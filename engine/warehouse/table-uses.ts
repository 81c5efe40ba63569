import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { Mention } from '#engine/engine.ts';
import { namedTableOf } from './check-tree.ts';
import { type CteToken, cteTokensOf } from './cte-tokens.ts';
import type { TreeNode } from './syntax-tree.ts';
import type { SqlToken } from './tokens.ts';
import type { SpellToken } from './write-sql.ts';

/**
 * A table that SQL reads, with the indexes of its first and last token. If it is a CTE of the SQL, `cte` is the index
 * of the name of that CTE. After FROM a table needs an alias that qualifies its columns, `t` in `t.c`, unless the
 * person wrote one.
 */
export type TableUse = Mention & { first: number; last: number; cte: number | null; needsAlias: boolean };

/** The nodes that name tables: those in FROM, and the right sides of `x IN t`. */
export function tableNodesOf(root: TreeNode): TreeNode[] {
  const [tables, rest]: [TreeNode[], TreeNode[]] = [[], [root]];
  for (let node = rest.pop(); node; node = rest.pop()) {
    tables.push(...tablesAt(node));
    rest.push(...node.children);
  }
  return tables;
}

function tablesAt(node: TreeNode): TreeNode[] {
  const set = namedTableOf(node);
  return node.kind === 'TableIdentifier' ? [node] : set ? [set] : [];
}

/**
 * Finds where SQL names its tables. The tree has no positions and no names of CTEs, so the SQL is parsed again with
 * marks: each token that could name a table gets a name of its own, and each body of a CTE is put into a subquery with
 * such a name. The server tells which of them are tables, and in which CTE they are.
 */
export function markTables(tokens: SqlToken[], { prefix, names }: { prefix: string; names: Set<string> }) {
  const ctes = cteTokensOf(tokens);
  const ctesByOpen = new Map(ctes.map((cte) => [cte.open, cte]));
  const ctesByClose = new Map(ctes.map((cte) => [cte.close, cte]));
  const markOf = (index: number) => `${prefix}${index}_`;

  /** Writes the marks; `spelling` writes names that need none. */
  const spell =
    (spelling: (token: SqlToken) => string | undefined): SpellToken =>
    (token, index) => {
      if (ctesByOpen.has(index)) return '( SELECT * FROM (';
      const cte = ctesByClose.get(index);
      if (cte) return `) AS ${markOf(cte.name)} )`;
      const isTable = names.has(spelling(token) ?? token.text) && mayNameTable(tokens, index);
      return isTable ? markOf(index) : undefined;
    };

  const indexOf = (mark: string | null): number | undefined =>
    mark?.startsWith(prefix) && mark.endsWith('_') ? Number(mark.slice(prefix.length, -1)) : undefined;

  /** The tables in the tree of the marked SQL. */
  function usesIn(root: TreeNode): TableUse[] {
    const uses: TableUse[] = [];
    walk(root, new Map(), {
      tokens,
      ctes: new Map(ctes.map((cte) => [cte.name, cte])),
      indexOf,
      uses,
      walkedCtes: new Set(),
    });
    const marks = new Set(tableNodesOf(root).map(({ name }) => name));
    if (uses.length !== marks.size) throw new Problem('sql_part_refused', { value: 'FROM' });
    return uses;
  }

  return { spell, usesIn, ctes: ctes.map(({ name }) => name) };
}

const precedingTokens = new Set(['from', 'join', 'in', ',', '(', '.']);

/** Whether a token can name a table, by its neighbours. If a table is missed, the SQL is rejected. */
function mayNameTable(tokens: SqlToken[], index: number): boolean {
  const [previous, token, next] = [tokens[index - 1], tokens[index]!, tokens[index + 1]];
  if (token.kind !== 'word' && token.kind !== 'name') return false;
  if (!previous || previous.kind === 'name' || !precedingTokens.has(foldIdentifier(previous.text))) return false;
  return next?.kind !== 'string' && !(next?.kind === 'symbol' && next.text === '(');
}

type TableWalk = {
  tokens: SqlToken[];
  ctes: Map<number, CteToken>;
  indexOf: (mark: string | null) => number | undefined;
  uses: TableUse[];
  walkedCtes: Set<CteToken>;
};

/** The CTEs that are visible in a part of the SQL: the index of the name of each. */
type VisibleCtes = ReadonlyMap<string, number>;

/** Walks a tree with the CTEs that are visible there, and returns those visible after it. */
function walk(node: TreeNode, visible: VisibleCtes, parts: TableWalk): VisibleCtes {
  for (const table of tablesAt(node)) addUse(table, visible, parts);
  if (node.kind === 'SelectQuery') return walkSelect(node, visible, parts);
  const [first, ...others] = node.children;
  // The CTEs of the first query are visible in those that UNION adds to it.
  if (node.kind === 'SelectWithUnionQuery' && first) {
    walkUnion(first.children, visible, parts);
    for (const child of others) walk(child, visible, parts);
  } else if (node.kind === 'SelectIntersectExceptQuery') return walkUnion(node.children, visible, parts);
  else for (const child of node.children) walk(child, visible, parts);
  return visible;
}

function walkUnion([first, ...others]: TreeNode[], visible: VisibleCtes, parts: TableWalk): VisibleCtes {
  if (!first) return visible;
  const names = walk(first, visible, parts);
  for (const query of others) walk(query, names, parts);
  return names;
}

function walkSelect({ children }: TreeNode, visible: VisibleCtes, parts: TableWalk): VisibleCtes {
  const names = new Map(visible);
  // Usually the first part, but the last where the server repeats it.
  const list = children.find((child) => child.children.some(({ kind }) => kind === 'WithElement'));
  for (const element of list?.children ?? []) walkElement(element, names, parts);
  for (const child of children) if (child !== list) walk(child, names, parts);
  return names;
}

/** Walks an element of WITH and adds its name if it is a CTE. */
function walkElement(element: TreeNode, names: Map<string, number>, parts: TableWalk): void {
  if (element.kind !== 'WithElement') return void walk(element, names, parts);
  const cte = cteOf(element, parts);
  const { name, isRecursive } = cte;
  const { text } = parts.tokens[name]!;
  // The server repeats the CTEs of the first query of a UNION in the others.
  const isRepeated = parts.walkedCtes.has(cte);
  parts.walkedCtes.add(cte);
  if (!isRepeated) walk(element, isRecursive ? new Map([...names, [text, name]]) : names, parts);
  names.set(text, name);
}

/** The CTE of an element: the mark is the first alias inside it. */
function cteOf(element: TreeNode, { ctes, indexOf }: TableWalk): CteToken {
  const rest = [element];
  for (let node = rest.pop(); node; node = rest.pop()) {
    const index = node.kind === 'Subquery' ? indexOf(node.alias) : undefined;
    const cte = index === undefined ? undefined : ctes.get(index);
    if (cte) return cte;
    rest.push(...node.children.toReversed());
  }
  throw new Problem('sql_part_refused', { value: 'WITH' });
}

function addUse(table: TreeNode, visible: VisibleCtes, { tokens, indexOf, uses }: TableWalk): void {
  const indexes = table.name.split('.').map(indexOf);
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) throw new Problem('sql_part_refused', { value: table.name });
  const names = tokens.slice(first, last + 1).flatMap(({ text }, index) => (index % 2 === 0 ? [text] : []));
  const { at } = tokens[first]!;
  const isPlain = names.length === indexes.length && names.length <= 2;
  if (!isPlain) throw new Problem('sql_table_unknown', { value: names.join('.'), at });
  const [schema, name] = names.length === 2 ? [names[0]!, names[1]!] : [null, names[0]!];
  const cte = schema === null ? (visible.get(name) ?? null) : null;
  const needsAlias = table.kind === 'TableIdentifier' && table.alias === null;
  uses.push({ schema, name, at, first, last, cte, needsAlias });
}
