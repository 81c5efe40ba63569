const words = [
  'na',
  String.raw`n\.a\.?`,
  'n/a',
  '#n/a(?: n/a)?',
  '#na',
  '<na>',
  'null',
  String.raw`\(null\)`,
  '<null>',
  'nil',
  'none',
  '-?nan',
  'nat',
  String.raw`\\n`,
  'missing',
  'unknown',
  'not available',
  '无',
  '空',
  '暂无',
  '暂缺',
  '无数据',
  '缺失',
  '未知',
  '不详',
  '未填写?',
  String.raw`#(?:div/0|value|ref|num|null)!`,
  String.raw`#name\?`,
  '0000-00-00(?: 00:00:00)?',
];
const signs = [String.raw`[-–—_]{1,3}`, String.raw`\.{1,3}`, String.raw`\?{1,3}`, '/', String.raw`\*`];

/** Texts that stand for an empty cell, case aside; JavaScript and the engine read the pattern alike. */
export const emptyPattern = String.raw`^\s*(?:|${[...signs, ...words].join('|')})\s*$`;
const empty = new RegExp(emptyPattern, 'i');
const longest = 24;

/** Whether a text stands for an empty cell where numbers, times or yes and no are expected. */
export const isEmptyMarker = (text: string): boolean => text.length <= longest && empty.test(text);

/** What programs write for an empty cell and people write for nothing else; `NA` may be Namibia, `None` an answer. */
const unambiguous = new Set([
  'NULL',
  'null',
  '(null)',
  '<null>',
  '<NULL>',
  String.raw`\N`,
  '#N/A',
  '#NA',
  '<NA>',
  'NaN',
]);
export const isUnambiguousMarker = (text: string): boolean => unambiguous.has(text);

/** Which texts are empty in a column, where someone or the rest of the table says so. */
export type EmptyRules = Record<string, boolean>;

/** Whether a cell is empty in a column that is no text. */
export function isEmptyCell(text: string, rules: EmptyRules | undefined): boolean {
  const trimmed = text.trim();
  return (rules && Object.hasOwn(rules, trimmed) ? rules[trimmed] : undefined) ?? isEmptyMarker(trimmed);
}

/** Whether a cell is empty in a column of text: only what is named. */
export const isEmptyText = (text: string, rules: EmptyRules | undefined): boolean =>
  text === '' || (rules !== undefined && Object.hasOwn(rules, text.trim()) && rules[text.trim()] === true);
