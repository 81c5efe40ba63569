import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import {
  castFunctions,
  higherOrderFunctions,
  inFunctions,
  isAllowedFunction,
  isAllowedTableFunction,
  isAllowedType,
  isBareFunction,
  nearestFunctionOf,
  typedJsonFunctions,
} from './functions.ts';
import type { TreeNode } from './syntax-tree.ts';

/** Throws a Problem for a function that is not allowed, anywhere in a tree. Kinds of nodes were checked before. */
export function checkTree(root: TreeNode): void {
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.kind === 'Function') checkFunction(node);
    if (node.kind === 'Identifier' && isBareFunction(node.name))
      throw new Problem('sql_name_needs_table', { value: node.name });
    rest.push(...partsOf(node));
  }
}

/** The parts of a node that are checked by themselves. */
function partsOf(node: TreeNode): TreeNode[] {
  if (node.kind === 'TableExpression') return node.children.flatMap(checkSource);
  // Identifiers here can only be names of columns and tables.
  if (node.kind === 'TableJoin') return node.children.flatMap((child) => (isUsing(child) ? [] : [child]));
  if (node.kind === 'ColumnsExceptTransformer' || node.kind === 'QualifiedAsterisk')
    return node.children.filter(({ kind }) => kind !== 'Identifier');
  if (node.kind !== 'Function') return node.children;
  const [args, ...others] = node.children;
  const skipped = namedTableOf(node);
  return [...(args?.children ?? []).flatMap((each) => argumentPartsOf(node, each, skipped)), ...others];
}

const isUsing = ({ kind, children }: TreeNode) =>
  kind === 'ExpressionList' && children.every((child) => child.kind === 'Identifier' && child.alias === null);

/** A table function is checked here, and only its arguments as other functions. */
function checkSource(node: TreeNode): TreeNode[] {
  if (node.kind !== 'Function') return [node];
  if (!isAllowedTableFunction(node.name)) throw functionProblemOf(node.name);
  return node.children;
}

/** A lambda can only be the first argument of a function that takes one; `checkFunction` rejects all others. */
function argumentPartsOf(node: TreeNode, argument: TreeNode, skipped: TreeNode | undefined): TreeNode[] {
  if (argument === skipped) return [];
  const isFirst = argument === argumentsOf(node)[0];
  const isAccepted = isFirst && isLambda(argument) && higherOrderFunctions.has(foldIdentifier(node.name));
  return isAccepted && argument.alias === null ? argument.children : [argument];
}

const isLambda = ({ kind, name }: TreeNode) => kind === 'Function' && foldIdentifier(name) === 'lambda';

const argumentsOf = ({ children }: TreeNode): TreeNode[] => children[0]?.children ?? [];

/** The right side of `x IN t`. */
export function namedTableOf(node: TreeNode): TreeNode | undefined {
  const set = inFunctions.has(foldIdentifier(node.name)) ? argumentsOf(node)[1] : undefined;
  return node.kind === 'Function' && set?.kind === 'Identifier' ? set : undefined;
}

function checkFunction(node: TreeNode): void {
  const name = foldIdentifier(node.name);
  if (!isAllowedFunction(name)) throw functionProblemOf(node.name);
  // With a name it would replace the function of that name, also in the rows of datasets: `(a, b) -> 1 AS equals`.
  if (isLambda(node)) throw partProblemOf('->');
  const args = argumentsOf(node);
  if (inFunctions.has(name) && !isSetOfValues(args[1])) throw partProblemOf('IN');
  if (castFunctions.has(name)) requireType(args[1], node.name);
  if (typedJsonFunctions.has(name)) requireType(args.at(-1), node.name);
  if (higherOrderFunctions.has(name) && args.length > 1 && args[0]!.kind === 'Identifier')
    throw partProblemOf(node.name);
}

// A function there would be a table function. An identifier is a table, see `tableNodesOf`.
function isSetOfValues(node: TreeNode | undefined): boolean {
  if (node?.kind === 'Function') return ['tuple', 'array'].includes(foldIdentifier(node.name));
  return node?.kind === 'Literal' || node?.kind === 'Subquery' || node?.kind === 'Identifier';
}

function requireType(node: TreeNode | undefined, value: string): void {
  if (node?.kind !== 'Literal') throw partProblemOf(value);
  const type = node.name.replaceAll(/^'|'$/g, '');
  if (!isAllowedType(type)) throw partProblemOf(node.name.slice(0, 60));
}

export function functionProblemOf(value: string, at?: number): Problem {
  const column = nearestFunctionOf(value);
  const position = at === undefined ? {} : { at };
  return column === undefined
    ? new Problem('sql_function_refused', { value, ...position })
    : new Problem('sql_function_misspelt', { value, column, ...position });
}

const partProblemOf = (value: string) => new Problem('sql_part_refused', { value });
