import { Problem } from '#contract/errors.ts';
import { foldIdentifier } from '#domain/text/identifier.ts';
import type { GateResult } from '#engine/engine.ts';
import type { DatabaseAnswer, DatabaseQuery } from '#engine/remote/driver.ts';
import { checkCallNames } from './call-names.ts';
import { checkTree } from './check-tree.ts';
import { parseProblemOf } from './parse-problem.ts';
import { readTree, type TreeNode } from './syntax-tree.ts';
import { markTables, tableNodesOf, type TableUse } from './table-uses.ts';
import { endOf, type SqlToken, tokensOf } from './tokens.ts';
import {
  paramNamesOf,
  quoteIdentifier,
  sizeSettingsOf,
  type SpellToken,
  unusedPrefixOf,
  writeSql,
} from './write-sql.ts';

/** Runs a query of the gate on a server of the warehouse. */
export type QueryWarehouse = (
  query: Pick<DatabaseQuery, 'sql' | 'params' | 'settings'>,
) => Promise<Pick<DatabaseAnswer, 'values'>>;

/**
 * SQL that passed the gate, with the tables that it reads and the indexes of the names of its CTEs. `prefix` is a
 * prefix for names that it does not contain.
 */
export type GatedSql = { tokens: SqlToken[]; prefix: string; uses: TableUse[]; ctes: number[]; params: string[] };

/** Accepts SQL that is a single SELECT of datasets and allowed functions, and returns its tables and parameters. */
export async function gateSql(sql: string, queryWarehouse: QueryWarehouse): Promise<GateResult> {
  const { uses, params } = await passGate(sql, queryWarehouse);
  const tables = uses.filter(({ cte }) => cte === null).map(({ schema, name, at }) => ({ schema, name, at }));
  return { tables, params };
}

/** As `gateSql`, and also returns the tokens of the SQL. */
export async function passGate(sql: string, queryWarehouse: QueryWarehouse): Promise<GatedSql> {
  const tokens = statementOf(tokensOf(sql));
  checkParentheses(tokens);
  checkCallNames(tokens);
  const gated = { tokens, prefix: unusedPrefixOf(tokens), params: paramNamesOf(tokens) };
  const safeNameOf = safeNamesOf(gated);
  const spellSafely: SpellToken = (token) => {
    const name = safeNameOf(token);
    return name === undefined ? undefined : quoteIdentifier(name);
  };
  const tables = tableNodesOf(await parse(gated, spellSafely, queryWarehouse));
  if (tables.length === 0) return { ...gated, uses: [], ctes: [] };
  const names = new Set(tables.flatMap(({ name }) => name.split('.')));
  const marks = markTables(tokens, { prefix: gated.prefix, names });
  const spellMarked = marks.spell(safeNameOf);
  const root = await parse(
    gated,
    (token, index) => spellMarked(token, index) ?? spellSafely(token, index),
    queryWarehouse,
  );
  return { ...gated, uses: marks.usesIn(root).toSorted((a, b) => a.first - b.first), ctes: marks.ctes };
}

/**
 * How names are written for EXPLAIN AST, which prints them as they are: those in quotes that are not plain words are
 * replaced, each by another word. So no name can be mistaken for another line, or `a.b` for two names.
 */
function safeNamesOf({ tokens, prefix }: { tokens: SqlToken[]; prefix: string }) {
  const unsafe = tokens.filter(({ kind, text }) => kind === 'name' && !/^\w+$/.test(text)).map(({ text }) => text);
  const replacements = new Map(Array.from(new Set(unsafe), (text, index) => [text, `${prefix}n${index}`]));
  return ({ kind, text }: SqlToken) => (kind === 'name' ? (replacements.get(text) ?? text) : undefined);
}

const start = 'EXPLAIN AST SELECT * FROM ( ';

// The value of a parameter is not known yet, and must not be taken for the name of a type that is allowed.
const noType = '(';

/** The tree of the SQL, parsed where it will run: in a subquery, where only queries can be. */
async function parse(
  { tokens, params }: Pick<GatedSql, 'tokens' | 'params'>,
  spell: SpellToken,
  queryWarehouse: QueryWarehouse,
): Promise<TreeNode> {
  const withParams: SpellToken = (token, index) =>
    token.kind === 'param' ? `{p${params.indexOf(token.text) + 1}:String}` : spell(token, index);
  const { text, ...offsets } = writeSql(tokens, withParams, start.length);
  const sql = `${start}${text} )`;
  const query = { sql, params: params.map(() => noType), settings: sizeSettingsOf(sql) };
  const { values } = await queryWarehouse(query).catch((cause: unknown) => {
    throw parseProblemOf(cause, { tokens, ...offsets });
  });
  const root = readTree((values[0] ?? []).join('\n'));
  // Tables and joins can be in the parentheses as well.
  if (shapeOf(root) !== shape) throw syntaxProblemOf(tokens[0]!);
  try {
    checkTree(root);
  } catch (error) {
    throw withPosition(error, tokens);
  }
  return root;
}

/** Adds a position: the tree has none, so it is that of the first token that is the value of the Problem. */
function withPosition(error: unknown, tokens: SqlToken[]): unknown {
  if (!(error instanceof Problem)) return error;
  const token = tokens.find(({ text }) => text === error.params.value);
  return token ? new Problem(error.code, { ...error.params, at: token.at }, { cause: error }) : error;
}

/** The kinds of nodes from the root down to the subquery, if all that it reads is one. */
function shapeOf(root: TreeNode): string {
  const [select, ...others] = root.children[0]?.children ?? [];
  const kinds = [root.kind];
  for (let node = others.length === 0 ? select?.children[1] : undefined; node; node = node.children[0]) {
    kinds.push(node.kind);
    if (node.kind === 'Subquery' || node.children.length !== 1 || node.alias !== null) break;
  }
  return select?.children.length === 2 ? kinds.join(' ') : '';
}

const shape = 'SelectWithUnionQuery TablesInSelectQuery TablesInSelectQueryElement TableExpression Subquery';

/** The tokens of the only statement. */
function statementOf(tokens: SqlToken[]): SqlToken[] {
  const isEnd = ({ kind, text }: SqlToken) => kind === 'symbol' && text === ';';
  const statement = tokens.slice(0, tokens.findLastIndex((token) => !isEnd(token)) + 1);
  const semicolon = statement.findIndex(isEnd);
  if (semicolon >= 0)
    throw new Problem('sql_several', { at: statement.slice(semicolon).find((each) => !isEnd(each))!.at });
  const first = statement.find(({ kind, text }) => kind !== 'symbol' || text !== '(');
  const word = first?.kind === 'word' ? foldIdentifier(first.text) : '';
  if (!first || otherStatements.has(word)) throw new Problem('sql_not_select', { at: first?.at ?? 0 });
  if (!['select', 'with', 'from'].includes(word)) throw syntaxProblemOf(first);
  return statement;
}

const syntaxProblemOf = ({ text, at }: SqlToken) => new Problem('sql_syntax', { value: text, at });

const otherStatements = new Set(
  `alter analyze attach backup begin call check commit copy create delete desc describe detach drop exchange execute
   exists explain export grant import insert kill load merge move optimize prepare rename replace restore revoke rollback
   set show start system transaction truncate undrop update use vacuum watch`.split(/\s+/),
);

/** Ensures that the SQL cannot close the parentheses around it. */
function checkParentheses(tokens: SqlToken[]): void {
  const open: SqlToken[] = [];
  const pairs: Record<string, string> = { ')': '(', ']': '[' };
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if (token.text === '(' || token.text === '[') open.push(token);
    const opening = pairs[token.text];
    if (opening !== undefined && open.pop()?.text !== opening) throw syntaxProblemOf(token);
  }
  if (open.length > 0) throw new Problem('sql_unfinished', { at: endOf(tokens.at(-1)!) });
}
