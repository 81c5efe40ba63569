import { Problem } from '#contract/errors.ts';
import { foldIdentifier, hasAsciiLookalike } from '#domain/text/identifier.ts';
import { nearestOf } from '#domain/text/nearest-name.ts';
import type { Mention } from '#engine/engine.ts';
import { allowedFunctions, allowedTableFunctions } from './functions.ts';

/** A node of DuckDB's parse tree. */
type SqlNode = Record<string, unknown>;

/** Converts a byte offset in the SQL to a character offset. */
export type CharOffsetOf = (byte: number) => number | null;

type Findings = { tables: Mention[]; params: Set<string>; charOffsetOf: CharOffsetOf };

// The engine itself allows 1000 nested expressions; each is up to three nodes here.
const maxDepth = 3500;

const queries = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const relations = new Set(['BASE_TABLE', 'SUBQUERY', 'JOIN', 'TABLE_FUNCTION', 'EXPRESSION_LIST', 'EMPTY', 'PIVOT']);
const expressions = new Set(
  `BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF OPERATOR PARAMETER
   POSITIONAL_REFERENCE STAR SUBQUERY TYPE WINDOW`.split(/\s+/),
);

/** Lists the tables and parameters of a statement. Throws a Problem for anything that is not allowed. */
export function checkTree(statement: unknown, charOffsetOf: CharOffsetOf): { tables: Mention[]; params: string[] } {
  const findings: Findings = { tables: [], params: new Set(), charOffsetOf };
  walk(statement, new Set(), findings, 0);
  return { tables: findings.tables, params: [...findings.params] };
}

// Walks every part of the tree; unknown nodes are rejected.
function walk(value: unknown, cteNames: ReadonlySet<string>, findings: Findings, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Problem('sql_too_deep');
  if (Array.isArray(value)) {
    for (const each of value) walk(each, cteNames, findings, depth + 1);
    return;
  }
  const node = value as SqlNode;
  const innerNames = 'cte_map' in node ? walkCtes(node, cteNames, findings, depth) : cteNames;
  checkNode(node, innerNames, findings);
  for (const each of partsOf(node)) walk(each, innerNames, findings, depth + 1);
}

function partsOf(node: SqlNode): unknown[] {
  // The value of a constant is data, even if it looks like a node.
  if (node['class'] === 'CONSTANT') return [];
  // A table function is checked with its table; only its arguments are walked.
  if (node['type'] === 'TABLE_FUNCTION') return [(node['function'] as SqlNode)['children']];
  return Object.entries(node).flatMap(([key, each]) => (key === 'cte_map' ? [] : [each]));
}

/** The names of a query's CTEs: each is visible to those after it. */
function walkCtes(
  node: SqlNode,
  cteNames: ReadonlySet<string>,
  findings: Findings,
  depth: number,
): ReadonlySet<string> {
  const names = new Set(cteNames);
  if (node['type'] === 'RECURSIVE_CTE_NODE') names.add(plainName(node['cte_name'], null));
  const { map } = node['cte_map'] as { map: { key: string; value: unknown }[] };
  for (const { key, value } of map) {
    walk(value, names, findings, depth + 1);
    names.add(plainName(key, atOf(value as SqlNode, findings)));
  }
  return names;
}

function checkNode(node: SqlNode, cteNames: ReadonlySet<string>, findings: Findings): void {
  const at = atOf(node, findings);
  if (typeof node['class'] === 'string') return checkExpression(node, findings, at);
  if ('cte_map' in node) return void (queries.has(String(node['type'])) || rejectNode(node, at));
  if ('sample' in node && 'alias' in node) checkRelation(node, cteNames, findings, at);
}

function checkExpression(node: SqlNode, { params }: Findings, at: number | null): void {
  if (!expressions.has(String(node['class']))) rejectNode(node, at);
  if (node['class'] === 'PARAMETER') params.add(plainName(node['identifier'], at, String));
  if (node['class'] === 'FUNCTION' || node['class'] === 'WINDOW') requireAllowed(node, allowedFunctions, at);
}

function checkRelation(node: SqlNode, cteNames: ReadonlySet<string>, { tables }: Findings, at: number | null): void {
  const type = String(node['type']);
  if (type === 'SHOW_REF') throw new Problem('sql_not_select', positionOf(at));
  if (!relations.has(type) || node['at_clause']) rejectNode(node, at);
  if (type === 'TABLE_FUNCTION') requireAllowed(node['function'] as SqlNode, allowedTableFunctions, at);
  if (type !== 'BASE_TABLE') return;
  const [catalog, schema, name] = [node['catalog_name'], node['schema_name'], node['table_name']].map(String);
  if (catalog) throw new Problem('sql_table_unknown', { value: `${catalog}.${schema}.${name}`, ...positionOf(at) });
  if (!schema && cteNames.has(foldIdentifier(name!))) return;
  tables.push({ schema: schema || null, name: name!, at });
}

function requireAllowed(node: SqlNode, allowed: ReadonlySet<string>, at: number | null): void {
  const name = plainName(node['function_name'], at);
  const schema = plainName(node['schema'] ?? '', at);
  const isPlain = !node['catalog'] && (schema === '' || schema === 'main');
  if (isPlain && allowed.has(name)) return;
  const column = isPlain ? nearestOf(name, allowed) : undefined;
  throw column === undefined
    ? new Problem('sql_function_refused', { value: name, ...positionOf(at) })
    : new Problem('sql_function_misspelt', { value: name, column, ...positionOf(at) });
}

function rejectNode(node: SqlNode, at: number | null): never {
  throw new Problem('sql_part_refused', { value: String(node['class'] ?? node['type']), ...positionOf(at) });
}

// Names that a query declares or calls; table names are compared with datasets and may be anything.
function plainName(name: unknown, at: number | null, read = foldIdentifier): string {
  const text = String(name);
  if (hasAsciiLookalike(text)) throw new Problem('sql_name_refused', { value: text, ...positionOf(at) });
  return read(text);
}

const positionOf = (at: number | null) => (at === null ? {} : { at });

// Nodes without a position have the largest integer there.
function atOf({ query_location: byte }: SqlNode, { charOffsetOf }: Findings): number | null {
  return typeof byte === 'number' && byte < Number.MAX_SAFE_INTEGER ? charOffsetOf(byte) : null;
}
