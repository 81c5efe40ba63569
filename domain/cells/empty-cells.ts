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

/** Pattern of texts that stand for an empty cell, ignoring case; JavaScript and the engine interpret it alike. */
export const emptyPattern = String.raw`^\s*(?:|${[...signs, ...words].join('|')})\s*$`;
const empty = new RegExp(emptyPattern, 'i');
const maxMarkerLength = 24;

/** Whether a text stands for an empty cell in a column of numbers, times or booleans. */
export const isEmptyMarker = (text: string): boolean => text.length <= maxMarkerLength && empty.test(text);

/** Markers that can only mean an empty cell, unlike `NA` (Namibia) or `None` (an answer). */
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

/** Texts that count as empty or not in a column, set by a person or derived from the table. */
export type EmptyRules = Record<string, boolean>;

/** The proposed empty rules of a column, from the markers detected in it. */
export const emptyRulesOf = (markers: { text: string; isEmpty: boolean }[] = []): EmptyRules =>
  Object.fromEntries(markers.map(({ text, isEmpty }) => [text, isEmpty]));

/** Whether a cell is empty in a column that is not text. */
export function isEmptyCell(text: string, rules: EmptyRules | undefined): boolean {
  const trimmed = text.trim();
  return (rules && Object.hasOwn(rules, trimmed) ? rules[trimmed] : undefined) ?? isEmptyMarker(trimmed);
}

/** Whether a cell is empty in a text column: only if a rule says so. */
export const isEmptyText = (text: string, rules: EmptyRules | undefined): boolean =>
  text === '' || (rules !== undefined && Object.hasOwn(rules, text.trim()) && rules[text.trim()] === true);
