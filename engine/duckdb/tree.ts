import { Problem } from '#contract/errors.ts';
import { foldIdentifier, hasAsciiLookalike } from '#contract/identifier.ts';
import { nearestOf } from '#contract/nearest.ts';
import type { Mention } from '#engine/engine.ts';
import { allowedFunctions, allowedTableFunctions } from './functions.ts';

/** A node of what the parser of DuckDB makes of SQL. */
type Node = Record<string, unknown>;

/** Finds the character at a byte of the SQL. */
export type Place = (byte: number) => number | null;

type Findings = { tables: Mention[]; params: Set<string>; place: Place };

// The engine itself goes to 1000 expressions within each other; each is up to three nodes here.
const maxDepth = 3500;

const queries = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE']);
const relations = new Set(['BASE_TABLE', 'SUBQUERY', 'JOIN', 'TABLE_FUNCTION', 'EXPRESSION_LIST', 'EMPTY', 'PIVOT']);
const expressions = new Set(
  `BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF OPERATOR PARAMETER
   POSITIONAL_REFERENCE STAR SUBQUERY TYPE WINDOW`.split(/\s+/),
);

/** Every table and parameter in a statement. Throws a Problem at what is not allowed. */
export function look(statement: unknown, place: Place): { tables: Mention[]; params: string[] } {
  const findings: Findings = { tables: [], params: new Set(), place };
  walk(statement, new Set(), findings, 0);
  return { tables: findings.tables, params: [...findings.params] };
}

// Whatever the parser may put anywhere is walked through; what is not known is refused.
function walk(value: unknown, known: ReadonlySet<string>, findings: Findings, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Problem('sql_too_deep');
  if (Array.isArray(value)) {
    for (const each of value) walk(each, known, findings, depth + 1);
    return;
  }
  const node = value as Node;
  const inner = 'cte_map' in node ? named(node, known, findings, depth) : known;
  judge(node, inner, findings);
  for (const each of partsOf(node)) walk(each, inner, findings, depth + 1);
}

function partsOf(node: Node): unknown[] {
  // A value that stands in the SQL is what it is, even if it looks like a node.
  if (node['class'] === 'CONSTANT') return [];
  // The function is judged with its table, its arguments are not.
  if (node['type'] === 'TABLE_FUNCTION') return [(node['function'] as Node)['children']];
  return Object.entries(node).flatMap(([key, each]) => (key === 'cte_map' ? [] : [each]));
}

/** The names that a query gives to queries of its own: each is known to those after it. */
function named(node: Node, known: ReadonlySet<string>, findings: Findings, depth: number): ReadonlySet<string> {
  const names = new Set(known);
  if (node['type'] === 'RECURSIVE_CTE_NODE') names.add(plainName(node['cte_name'], null));
  const { map } = node['cte_map'] as { map: { key: string; value: unknown }[] };
  for (const { key, value } of map) {
    walk(value, names, findings, depth + 1);
    names.add(plainName(key, atOf(value as Node, findings)));
  }
  return names;
}

function judge(node: Node, known: ReadonlySet<string>, findings: Findings): void {
  const at = atOf(node, findings);
  if (typeof node['class'] === 'string') return judgeExpression(node, findings, at);
  if ('cte_map' in node) return void (queries.has(String(node['type'])) || refuse(node, at));
  if ('sample' in node && 'alias' in node) judgeRelation(node, known, findings, at);
}

function judgeExpression(node: Node, { params }: Findings, at: number | null): void {
  if (!expressions.has(String(node['class']))) refuse(node, at);
  if (node['class'] === 'PARAMETER') params.add(plainName(node['identifier'], at, String));
  if (node['class'] === 'FUNCTION' || node['class'] === 'WINDOW') permit(node, allowedFunctions, at);
}

function judgeRelation(node: Node, known: ReadonlySet<string>, { tables }: Findings, at: number | null): void {
  const type = String(node['type']);
  if (type === 'SHOW_REF') throw new Problem('sql_not_select', placed(at));
  if (!relations.has(type) || node['at_clause']) refuse(node, at);
  if (type === 'TABLE_FUNCTION') permit(node['function'] as Node, allowedTableFunctions, at);
  if (type !== 'BASE_TABLE') return;
  const [catalog, schema, name] = [node['catalog_name'], node['schema_name'], node['table_name']].map(String);
  if (catalog) throw new Problem('sql_table_unknown', { value: `${catalog}.${schema}.${name}`, ...placed(at) });
  if (!schema && known.has(foldIdentifier(name!))) return;
  tables.push({ schema: schema || null, name: name!, at });
}

function permit(node: Node, allowed: ReadonlySet<string>, at: number | null): void {
  const name = plainName(node['function_name'], at);
  const schema = plainName(node['schema'] ?? '', at);
  const isPlain = !node['catalog'] && (schema === '' || schema === 'main');
  if (isPlain && allowed.has(name)) return;
  const column = isPlain ? nearestOf(name, allowed) : undefined;
  throw column === undefined
    ? new Problem('sql_function_refused', { value: name, ...placed(at) })
    : new Problem('sql_function_misspelt', { value: name, column, ...placed(at) });
}

function refuse(node: Node, at: number | null): never {
  throw new Problem('sql_part_refused', { value: String(node['class'] ?? node['type']), ...placed(at) });
}

// Names that a query gives or calls; those of datasets are compared with datasets and may be anything.
function plainName(name: unknown, at: number | null, read = foldIdentifier): string {
  const text = String(name);
  if (hasAsciiLookalike(text)) throw new Problem('sql_name_refused', { value: text, ...placed(at) });
  return read(text);
}

const placed = (at: number | null) => (at === null ? {} : { at });

// What has no place of its own has the largest number there is.
function atOf({ query_location: byte }: Node, { place }: Findings): number | null {
  return typeof byte === 'number' && byte < Number.MAX_SAFE_INTEGER ? place(byte) : null;
}
