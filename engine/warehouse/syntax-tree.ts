import { Problem } from '#contract/errors.ts';

/** A node of the syntax tree that ClickHouse prints: `name` is that of a function, column or table, or a literal. */
export type TreeNode = { kind: string; name: string; alias: string | null; children: TreeNode[] };

// Nodes that have no name. Not among them, and therefore rejected: settings, sampling, and functions applied to columns
// (`* APPLY f`), whose names are not printed.
const plainKinds = new Set(
  `ArrayJoin Asterisk ColumnsExceptTransformer ColumnsListMatcher ColumnsRegexpMatcher ColumnsReplaceTransformer
   ColumnsReplaceTransformer::Replacement ColumnsTransformerList ExpressionList OrderByElement QualifiedAsterisk
   QualifiedColumnsListMatcher QualifiedColumnsRegexpMatcher SelectIntersectExceptQuery SelectQuery
   SelectWithUnionQuery Subquery TableExpression TableJoin TablesInSelectQuery TablesInSelectQueryElement
   WindowDefinition WindowListElement WithElement`.split(/\s+/),
);

const names: Record<string, RegExp> = {
  Function: /^[\w.]+$/,
  Identifier: /^\S+$/,
  InterpolateElement: /^\(column \S+\)$/,
  Literal: /^/,
  TableIdentifier: /^[\w.]+$/,
};

const line = /^( *)([\w:]+)(?: (.*?))??(?: \(alias (\S+)\))?(?: \(children (\d+)\))?$/s;

/**
 * Reads what EXPLAIN AST prints: a node a line, indented by its depth. Names cannot be mistaken for lines, because
 * those in the SQL that is explained consist of ASCII letters, digits and underscores (`spellSafely`), and the server
 * escapes line ends in literals. The number of children of each node is checked as well.
 */
export function readTree(printed: string): TreeNode {
  const path: (TreeNode & { count: number })[] = [];
  let root: TreeNode | undefined;
  for (const text of printed.split('\n').filter(Boolean)) {
    const { depth, node } = nodeOf(text);
    while (path.length > depth) requireComplete(path.pop()!);
    if (path.length !== depth || (depth === 0 && root)) throw unreadableProblem(text);
    path.at(-1)?.children.push(node);
    root ??= node;
    path.push(node);
  }
  for (const node of path) requireComplete(node);
  if (!root) throw unreadableProblem(printed);
  return root;
}

function nodeOf(text: string): { depth: number; node: TreeNode & { count: number } } {
  const [, indent, kind, name = '', alias = null, count = '0'] = line.exec(text) ?? [];
  if (indent === undefined || kind === undefined) throw unreadableProblem(text);
  const isAllowed = plainKinds.has(kind) ? name === '' : names[kind]?.test(name);
  if (!isAllowed) throw new Problem('sql_part_refused', { value: partOf(kind) });
  return { depth: indent.length, node: { kind, name, alias, children: [], count: Number(count) } };
}

function requireComplete({ children, count, kind }: TreeNode & { count: number }): void {
  if (children.length !== count) throw unreadableProblem(kind);
}

const unreadableProblem = (value: string) => new Problem('sql_part_refused', { value: value.trim().slice(0, 60) });

// As it is written in SQL.
const partNames: Record<string, string> = { Set: 'SETTINGS', SampleRatio: 'SAMPLE', ColumnsApplyTransformer: 'APPLY' };
const partOf = (kind: string) => partNames[kind] ?? kind;
