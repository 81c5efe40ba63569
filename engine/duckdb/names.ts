import { foldIdentifier } from '#contract/identifier.ts';
import { afterHidden } from './statement.ts';

/** A node of what the parser of DuckDB makes of SQL. */
type Node = Record<string, unknown>;

/** Names for the columns of an answer, in place of those that the engine gives. */
export type Naming = (found: string[]) => string[];

const maxLength = 120;

/**
 * A column without a name is called what the person wrote for it: the engine's own name spells out what it made of
 * that. Before the first item that may be several columns they are counted from the front, after the last from the end.
 */
export function namingOf(statement: unknown, sql: string): Naming {
  const root = (statement as Node)['node'] as Node;
  const nodes = (leftmost(root)['select_list'] ?? []) as Node[];
  const items = itemsOf(sql);
  if (items.length !== nodes.length) return (found) => found;
  const written = nodes.map((node, index) => (isUnnamed(node) ? shortened(items[index]!) : null));
  const first = nodes.findIndex(mayBeSeveral);
  if (first < 0) return (found) => renamed(found, written);
  const front = written.slice(0, first);
  // Rows of one name put below each other may bring further columns after these.
  const back = root['type'] === 'SELECT_NODE' ? written.slice(nodes.findLastIndex(mayBeSeveral) + 1) : [];
  return (found) => renamed(found, [...front, ...gapOf(found.length - front.length - back.length), ...back]);
}

const gapOf = (length: number) => Array.from({ length: Math.max(0, length) }, () => null);

const leftmost = (node: Node): Node => (node['left'] ? leftmost(node['left'] as Node) : node);

const isUnnamed = (node: Node) => node['alias'] === '' && node['class'] !== 'COLUMN_REF' && node['class'] !== 'STAR';

const shortened = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

function mayBeSeveral(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const node = value as Node;
  if (node['class'] === 'STAR' || node['function_name'] === 'unnest') return true;
  return node['class'] !== 'SUBQUERY' && Object.values(node).some(mayBeSeveral);
}

// As the engine does it: of the same name, the second is number one.
function renamed(found: string[], written: (string | null)[]): string[] {
  const taken = new Set(found.filter((_, index) => !written[index]).map((name) => foldIdentifier(name)));
  return found.map((name, index) => {
    const wish = written[index];
    if (!wish) return name;
    let free = wish;
    for (let number = 1; taken.has(foldIdentifier(free)); number++) free = `${wish}_${number}`;
    taken.add(foldIdentifier(free));
    return free;
  });
}

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const ends = new Set(
  'from where group having window qualify order limit offset union intersect except using tablesample'.split(' '),
);
// "x is distinct from y", "within group (…)", "t.order" and "as limit" go on.
const goesOn = new Map([
  ['distinct', 'from'],
  ['within', 'group'],
]);

/** The items of the first SELECT that lies in no brackets, without comments and needless space. */
export function itemsOf(sql: string): string[] {
  const items: string[][] = [[]];
  let [before, depth, isInside] = ['', 0, false];
  for (const token of tokensOf(sql)) {
    const lower = foldIdentifier(token);
    depth += stepOf(token);
    if (isInside && depth === 0 && isEnd(lower, before)) break;
    if (isInside && depth === 0 && token === ',') items.push([]);
    else if (isInside) items.at(-1)!.push(token);
    else if (depth === 0 && lower === 'select') isInside = true;
    if (token !== ' ') before = lower;
  }
  return [withoutDistinct(items[0]!), ...items.slice(1)].map((each) => each.join('').trim()).filter(Boolean);
}

const isEnd = (token: string, before: string) =>
  ends.has(token) && before !== '.' && before !== 'as' && goesOn.get(before) !== token;

const stepOf = (token: string) => Number('([{'.includes(token)) - Number(')]}'.includes(token));

// "distinct", "distinct on (…)" and "all" stand before the first item and are no part of it.
function withoutDistinct(item: string[]): string[] {
  const [first = '', second = ''] = item.filter((token) => token !== ' ').map((token) => foldIdentifier(token));
  if (first !== 'all' && first !== 'distinct') return item;
  if (second !== 'on') return item.slice(item.findIndex((token) => token !== ' ') + 1);
  let depth = 0;
  return item.slice(item.findIndex((token) => (depth += stepOf(token)) === 0 && token === ')') + 1);
}

/** Words, texts and signs; what is only space and comments is one space. */
function* tokensOf(sql: string): Generator<string> {
  let wasSpace = false;
  for (let at = 0, next = 0; at < sql.length; at = next) {
    next = afterHidden(sql, at);
    word.lastIndex = at;
    if (next === at + 1 && word.test(sql)) next = word.lastIndex;
    const token = sql.slice(at, next);
    const isSpace = /^(\s|--|\/\*)/.test(token);
    if (!isSpace || !wasSpace) yield isSpace ? ' ' : token;
    wasSpace = isSpace;
  }
}
