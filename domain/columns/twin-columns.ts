/** Marks of a language at the end of a column name: `category_en`, `categoryEn`, `类目（英文）`. */
const marks = [
  /[\s_-](?:en|eng|english|zh|cn|chs|chinese)$/i,
  /(?<=[a-z0-9])(?:En|EN|Zh|ZH|Cn|CN)$/,
  /\s*[(（]?(?:英文|英语|中文)名?[)）]?$/,
];

/** A column name without the mark of its language. */
function baseNameOf(name: string): string {
  const trimmed = name.trim();
  const mark = marks.find((each) => each.test(trimmed));
  return (mark ? trimmed.replace(mark, '') : trimmed).toLowerCase();
}

/** Whether two names differ only in the language that they name: `x` and `x_en`, `x_zh` and `x_en`. */
export function areTwins(a: string, b: string): boolean {
  const base = baseNameOf(a);
  return base !== '' && base === baseNameOf(b);
}

/** Values of two columns that are in the same row, and in how many rows. */
export type ValuePair = { left: string; right: string; rows: number };

const hasHan = /[\u3400-\u9fff]/;
/** Part of the rows that must agree: data is rarely perfect. */
const minShare = 0.98;

const rowsOf = (pairs: ValuePair[]) => pairs.reduce((sum, { rows }) => sum + rows, 0);

/** Rows in which each value of one side has its most frequent counterpart. */
function matchedRows(pairs: ValuePair[], sideOf: (pair: ValuePair) => string): number {
  const largest = new Map<string, number>();
  for (const pair of pairs) largest.set(sideOf(pair), Math.max(largest.get(sideOf(pair)) ?? 0, pair.rows));
  return [...largest.values()].reduce((sum, rows) => sum + rows, 0);
}

/** Whether nearly every value has one counterpart, in both directions. */
export function isOneToOne(pairs: ValuePair[]): boolean {
  const rows = rowsOf(pairs);
  const isMatched = (sideOf: (pair: ValuePair) => string) => matchedRows(pairs, sideOf) >= minShare * rows;
  return rows > 0 && isMatched(({ left }) => left) && isMatched(({ right }) => right);
}

/** Which side is Chinese; undefined unless one side is and the other is not. */
export function languagePairOf(pairs: ValuePair[]): 'zh en' | 'en zh' | undefined {
  const rows = rowsOf(pairs);
  if (rows === 0) return undefined;
  const hanShare = (sideOf: (pair: ValuePair) => string) =>
    rowsOf(pairs.filter((pair) => hasHan.test(sideOf(pair)))) / rows;
  const [left, right] = [hanShare((pair) => pair.left), hanShare((pair) => pair.right)];
  if (left >= 0.9 && right <= 1 - minShare) return 'zh en';
  return right >= 0.9 && left <= 1 - minShare ? 'en zh' : undefined;
}
