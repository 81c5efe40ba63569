import { foldIdentifier } from '#domain/text/identifier.ts';
import { skipToken } from './statement.ts';

/** A node of DuckDB's parse tree. */
type SelectNode = Record<string, unknown>;

/** Maps the engine's column names to those of the result. */
export type ColumnRenamer = (names: string[]) => string[];

const maxLength = 120;

/**
 * A column without an alias is named by its expression as written: the engine's own name spells out the parsed form.
 * Columns before the first item that may expand to several are matched from the front, those after the last from the
 * end.
 */
export function columnRenamerOf(statement: unknown, sql: string): ColumnRenamer {
  const root = (statement as SelectNode)['node'] as SelectNode;
  const nodes = (leftmostOf(root)['select_list'] ?? []) as SelectNode[];
  const items = itemsOf(sql);
  if (items.length !== nodes.length) return (names) => names;
  const expressions = nodes.map((node, index) => (isUnnamed(node) ? shortenName(items[index]!) : null));
  const first = nodes.findIndex(mayExpand);
  if (first < 0) return (names) => renameUnnamed(names, expressions);
  const front = expressions.slice(0, first);
  // UNION BY NAME may append further columns.
  const back = root['type'] === 'SELECT_NODE' ? expressions.slice(nodes.findLastIndex(mayExpand) + 1) : [];
  return (names) => renameUnnamed(names, [...front, ...gapOf(names.length - front.length - back.length), ...back]);
}

const gapOf = (length: number) => Array.from({ length: Math.max(0, length) }, () => null);

const leftmostOf = (node: SelectNode): SelectNode => (node['left'] ? leftmostOf(node['left'] as SelectNode) : node);

const isUnnamed = (node: SelectNode) =>
  node['alias'] === '' && node['class'] !== 'COLUMN_REF' && node['class'] !== 'STAR';

const shortenName = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

function mayExpand(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const node = value as SelectNode;
  if (node['class'] === 'STAR' || node['function_name'] === 'unnest') return true;
  return node['class'] !== 'SUBQUERY' && Object.values(node).some(mayExpand);
}

// Duplicates are numbered as the engine does it: the second of a name gets the suffix 1.
function renameUnnamed(names: string[], expressions: (string | null)[]): string[] {
  const taken = new Set(names.filter((_, index) => !expressions[index]).map((name) => foldIdentifier(name)));
  return names.map((name, index) => {
    const preferred = expressions[index];
    if (!preferred) return name;
    let unique = preferred;
    for (let number = 1; taken.has(foldIdentifier(unique)); number++) unique = `${preferred}_${number}`;
    taken.add(foldIdentifier(unique));
    return unique;
  });
}

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const endKeywords = new Set(
  'from where group having window qualify order limit offset union intersect except using tablesample'.split(' '),
);
// Keywords that do not end the list in "x is distinct from y", "within group (…)", "t.order" and "as limit".
const continuations = new Map([
  ['distinct', 'from'],
  ['within', 'group'],
]);

/** The items of the first top-level SELECT, without comments and with spaces collapsed. */
function itemsOf(sql: string): string[] {
  const items: string[][] = [[]];
  let [previous, depth, isInside] = ['', 0, false];
  for (const token of tokensOf(sql)) {
    const lower = foldIdentifier(token);
    depth += depthChangeOf(token);
    if (isInside && depth === 0 && isEnd(lower, previous)) break;
    if (isInside && depth === 0 && token === ',') items.push([]);
    else if (isInside) items.at(-1)!.push(token);
    else if (depth === 0 && lower === 'select') isInside = true;
    if (token !== ' ') previous = lower;
  }
  return [withoutDistinct(items[0]!), ...items.slice(1)].map((each) => each.join('').trim()).filter(Boolean);
}

const isEnd = (token: string, previous: string) =>
  endKeywords.has(token) && previous !== '.' && previous !== 'as' && continuations.get(previous) !== token;

const depthChangeOf = (token: string) => Number('([{'.includes(token)) - Number(')]}'.includes(token));

// "distinct", "distinct on (…)" and "all" precede the first item.
function withoutDistinct(item: string[]): string[] {
  const [first = '', second = ''] = item.filter((token) => token !== ' ').map((token) => foldIdentifier(token));
  if (first !== 'all' && first !== 'distinct') return item;
  if (second !== 'on') return item.slice(item.findIndex((token) => token !== ' ') + 1);
  let depth = 0;
  return item.slice(item.findIndex((token) => (depth += depthChangeOf(token)) === 0 && token === ')') + 1);
}

/** Words, strings and symbols; a run of whitespace and comments is one space. */
function* tokensOf(sql: string): Generator<string> {
  let wasSpace = false;
  for (let at = 0, next = 0; at < sql.length; at = next) {
    next = skipToken(sql, at);
    word.lastIndex = at;
    if (next === at + 1 && word.test(sql)) next = word.lastIndex;
    const token = sql.slice(at, next);
    const isSpace = /^(\s|--|\/\*)/.test(token);
    if (!isSpace || !wasSpace) yield isSpace ? ' ' : token;
    wasSpace = isSpace;
  }
}
